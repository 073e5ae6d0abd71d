import { hashOf, LONGEST_HASH, readHash } from '../../docs/.vitepress/playground/hash.ts';
import { seededRandom } from '../support/seededRandom.ts';

const program = `import { createStore } from 'streambed';
console.log('grüße', \`\${createStore()}\`, '𝛑 / + =');
`;

/** Letters that cannot be compressed. */
function noise(length: number): string {
  const random = seededRandom(1);
  return Array.from({ length }, () => String.fromCharCode(33 + Math.floor(90 * random()))).join('');
}

it('a hash without code names an example', async () => {
  expect(await hashOf('expiry')).toBe('#expiry');
  expect(await readHash('#expiry')).toEqual({ id: 'expiry' });
  expect(await readHash('')).toEqual({ id: '' });
});

it('a hash brings code back as it was', async () => {
  for (const code of [program, '', 'a'.repeat(20_000)]) {
    const hash = await hashOf('live', code);
    expect(await readHash(hash!)).toEqual({ id: 'live', code });
  }
});

it('a hash has only letters that links keep', async () => {
  expect(await hashOf('live', noise(3_000))).toMatch(/^#live\/[\w-]+$/);
});

it('code that makes a hash too long has none', async () => {
  expect(await hashOf('live', noise(LONGEST_HASH))).toBeUndefined();
});

it('a hash that is too long names its example and says so', async () => {
  const hash = `#live/${'A'.repeat(LONGEST_HASH)}`;
  expect(await readHash(hash)).toEqual({ id: 'live', problem: 'too long' });
});

it('a hash that was cut or changed names its example and says so', async () => {
  const hash = (await hashOf('live', program))!;
  const middle = hash.length - 20;
  const changed = hash[middle] === 'A' ? 'B' : 'A';
  const spoilt = [
    hash.slice(0, -1),
    hash.slice(0, -30),
    `${hash.slice(0, middle)}${changed}${hash.slice(middle + 1)}`,
    `${hash}!`,
    '#live/',
    '#live/AAAA',
  ];
  for (const text of spoilt) {
    expect([text, await readHash(text)]).toEqual([text, { id: 'live', problem: 'broken' }]);
  }
});
