import {
  findBannedProse,
  findBannedWords,
  findSecondMeanings,
  findStaleNames,
  paragraphsOf,
  permanentNames,
  proseOf,
  readTexts,
  textsOf,
} from './support/wordRules.ts';

const src = readTexts('src');

describe('names and titles', () => {
  it('use the words of the glossary in src', () => {
    expect(findBannedWords(src, permanentNames)).toEqual([]);
  });

  it.each(['spec', 'stories'])('use the words of the glossary in %s', (folder) => {
    expect(findBannedWords(readTexts(folder), permanentNames)).toEqual([]);
  });

  it('are the words of literals and comments in src, too', () => {
    expect(findBannedProse(readTexts('src', proseOf))).toEqual([]);
  });

  it.each(['docs', 'src', 'spec'])('have their one meaning on the pages in %s', (folder) => {
    expect(findSecondMeanings(readTexts(folder, paragraphsOf))).toEqual([]);
  });

  it('are allowed to differ only as long as src has them', () => {
    expect(findStaleNames(src, permanentNames)).toEqual([]);
  });
});

describe('the check of words', () => {
  const planted = (text: string): string[] => findBannedWords(textsOf('src/a.ts', text));

  it('reads the words of an identifier, and names file, line, word and replacement', () => {
    expect(planted('const a = 1;\nlet isInDoubt = true;')).toEqual([
      'src/a.ts:2 "isInDoubt": not "doubt" but conflict, tainted',
    ]);
  });

  it.each(['#askAll', 'TakenBack', 'giveUp', 'SB_ANSWER', 'lookers', 'letGoOf', 'askJSON'])(
    'finds the identifier %s',
    (name) => expect(planted(`class A { ${name} = 1; }`)).toHaveLength(1),
  );

  it.each(['inFlight', 'placeholder', 'suspend', 'task', 'island', 'tellurium', 'TableReader'])(
    'accepts the identifier %s',
    (name) => expect(planted(`class A { ${name} = 1; }`)).toEqual([]),
  );

  it.each([
    "describe('what nobody reads', () => {});",
    "it('is told once', () => {});",
    "it.each([1])('asks %s times', () => {});",
    "test.each`a ${1}`('a request under way', () => {});",
    'it(`is ${code} for who reads`, () => {});',
  ])('finds the title in %s', (text) => expect(planted(text)).toHaveLength(1));

  it.each([
    ['/** Nobody waits. */\nconst a = 1;', 1],
    ["type A = 'answered' | 'new';", 1],
    ['const a = 1;\nconst b = `is ${a} under way`;', 2],
  ])('finds a word without another meaning in a literal or comment: %s', (text, line) => {
    const found = findBannedProse(proseOf('src/a.ts', text));
    expect(found.map((each) => each.split(' ')[0])).toEqual([`src/a.ts:${line}`]);
  });

  it.each([
    ['src/http/a.ts', 'const kind = 1;', 'const { kind } = node;'],
    ['src/kernel/views/a.ts', 'function markParents() {}', 'node.markDirty(); mark();'],
    ['src/kernel/streams/a.ts', 'class A { mark() {} }', 'class A { markForRefetch() {} }'],
    ['src/kernel/table/a.ts', 'class A { freeze() {} }', 'Object.freeze(a);'],
    ['src/tools/inspect/a.ts', 'interface Frozen {}', 'Object.isFrozen(a);'],
    ['src/features/changes/a.ts', 'interface Place {}', "import { type MemberPlace } from 'a';"],
    ['src/kernel/store/a.ts', 'const parts = 1;', 'const part = 1;'],
  ])('finds in %s the second meaning of a word: %s, but not %s', (path, other, own) => {
    expect(findBannedWords(textsOf(path, other))).toHaveLength(1);
    expect(findBannedWords(textsOf(path, own))).toEqual([]);
  });

  it.each([
    ['The kind of an object.', 'The rows of one kind.'],
    ['Marks the views of changed rows.', 'Marks the views of changed rows dirty.'],
    ['A mark of the key.', 'The part after the question mark.'],
    ['A frozen snapshot.', 'All rows: frozen in development.'],
    ['The place of the row in the order.', 'Shown in its place, in place of the row.'],
    ['It moves to its place.', 'A list in the place of an entity.'],
    ['The parts of a store.', 'The parts of a response.'],
  ])('finds the second meaning of a word in a sentence: %s, but not in: %s', (other, own) => {
    const found = (text: string): string[] => [
      ...findBannedProse(proseOf('src/a.ts', `/** ${text} */\nconst a = 1;`)),
      ...planted(`it('${text}', () => {});`),
    ];
    expect(found(other)).toHaveLength(2);
    expect(found(own)).toEqual([]);
  });

  it.each([
    ['src/data/schema/a.ts', 'class A { mark() {} }'],
    ['src/kernel/table/a.ts', 'const kind = 1;'],
    ['src/react/server/a.ts', 'const parts = 1;'],
  ])('accepts in %s the one meaning of a word: %s', (path, text) => {
    expect(findBannedWords(textsOf(path, text))).toEqual([]);
  });

  it('accepts words with another meaning in comments and literals, code, and what is in flight', () => {
    const comment = '/** A request in\n * flight asks; `answer` tells `nobody`. */';
    expect(findBannedProse(proseOf('src/a.ts', `${comment}\nconst title = 'is told';`))).toEqual(
      [],
    );
    expect(planted(`/** Nobody asks. */\nconst title = 'is told';`)).toEqual([]);
  });

  it('finds the second meaning of a word on a page, over the ends of lines, but not in code', () => {
    const page = '# A\n\n```ts\nthe place of a row;\n```\n\n`kind`:\nthe place\nof a row.\n';
    const [found, ...others] = findSecondMeanings(paragraphsOf('docs/a.md', page));
    expect(found).toContain(
      'docs/a.md:7 "…: the place of a row.": not "the place of" but position',
    );
    expect(others).toEqual([]);
  });

  it('finds allowed names that are gone, and those without a banned word', () => {
    const texts = textsOf('src/a.ts', 'const answer = placeholder;');
    expect(findStaleNames(texts, ['answer', 'placing', 'placeholder'])).toEqual([
      'placing',
      'placeholder',
    ]);
  });
});
