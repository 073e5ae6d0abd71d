import { randomNumbers } from './random.js';

const WORDS =
  'cache stream render row list update fetch store view query commit batch error retry page form'.split(
    ' ',
  );

/**
 * The answer of a list request as text: `n` issues of 9 fields, one of them the nested author; n/10 distinct authors unless `authors`
 * says otherwise, each repeated in full where it occurs, as a server sends it. With `typenames`, as a GraphQL server sends it.
 */
export function makeAnswer(n, { typenames = false, authors = Math.max(1, n / 10) } = {}) {
  const random = randomNumbers(n);
  const below = (limit) => Math.floor(random() * limit);
  const sentence = (length) => Array.from({ length }, () => WORDS[below(WORDS.length)]).join(' ');
  const named = (type, fields) => (typenames ? { __typename: type, ...fields } : fields);

  const users = Array.from({ length: authors }, (_, i) =>
    named('User', {
      id: `u${i + 1}`,
      login: `user${i + 1}`,
      name: `${sentence(1)} ${i + 1}`,
      avatar: `https://example.com/avatars/${i + 1}.png`,
    }),
  );
  const issues = Array.from({ length: n }, (_, i) =>
    named('Issue', {
      id: `${i + 1}`,
      number: i + 1,
      title: `${sentence(4)} ${i + 1}`,
      body: `${sentence(8)} ${i + 1}`,
      state: random() < 0.5 ? 'open' : 'closed',
      rank: random(),
      createdAt: new Date(1_700_000_000_000 + below(1e10)).toISOString(),
      updatedAt: new Date(1_710_000_000_000 + below(1e10)).toISOString(),
      author: users[below(users.length)],
    }),
  );
  return JSON.stringify(issues);
}
