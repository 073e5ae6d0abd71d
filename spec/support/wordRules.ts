import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface ProgramText {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly line: number;
  /** An identifier or the title of a spec, as it is written; a literal or a comment. */
  readonly text: string;
  readonly isTitle: boolean;
  /** Whether the file declares the identifier. Else another file or library named it. */
  readonly isDeclared: boolean;
}

interface BannedWord {
  readonly word: RegExp;
  /** The words of docs/glossary.md for the same thing. */
  readonly use: string;
  /** The identifiers that may have it: there it has a second, usual meaning. */
  readonly except?: 'identifiers' | 'identifiers of specs';
  /** The files of `src` where the word has its one meaning. Names that others declare have it, too. */
  readonly outside?: RegExp;
  /** The phrases of its other meanings, in prose and titles. */
  readonly phrase?: RegExp;
  /** Whether it is also banned in literals and comments of `src`: it has no other meaning there. */
  readonly everywhere?: true;
}

/** Words of one meaning: docs/glossary.md has it, or the line above. */
const wordsOfOneMeaning: readonly BannedWord[] = [
  {
    // Schemas and GraphQL have a member `kind`.
    word: /\bkinds?\b/,
    use: 'role, type, form',
    outside:
      /^src\/(data\/|http\/graphql\/documentText|kernel\/(table|views|commits|collector|optimistic|store\/Action|streams\/reads\/ReadRequest)|features\/(changes\/RowsNode|dehydrate\/(DehydratedState|applyHydrate|dehydrate|rehydrate|sentLists)|pages\/pageEndpoint|persist|offline|tabs)|tools\/(codemod\/(migrate|projectFiles)|devtools\/sessionFile\/actions|inspect\/inspect))/,
    phrase:
      /\bkinds? of (an? |the )?(objects?|values?|texts?|bod(y|ies)|options?|errors?|operations?)\b/,
  },
  {
    // The collector marks what is reachable. Other marks say as what: dirty, for refetch, incomplete.
    word: /\bmark(s|ed|ing)?\b(?!.*\b(dirty|refetch|incomplete)\b)/,
    use: 'mark dirty, mark for refetch; sign, tick, separator',
    outside: /^src\/(index\.ts|data\/schema|kernel\/collector)/,
    phrase:
      /\b(a|an|the|no|its|this|of) marks?\b|\bmark(s|ed)? (the|all|nodes?|views?|rows?|what|everything|its)\b(?![^.]*\b(dirty|refetch|incomplete|reach)\b)/,
  },
  {
    // `Object.freeze` freezes.
    word: /(?<!\bis )\b(frozen|freez(es?|ing))\b/,
    use: 'snapshot (of rows), travel (in time)',
    outside:
      /^src\/(shared\/deepFreeze|features\/dehydrate\/rehydrate|tools\/testing\/(TestPage|createTestTabs))/,
    phrase:
      /\bfr(ozen|eezes?) (the |a |its )?(snapshots?|rows?|tables?|form|states?|stores?|time|clock|present)\b/,
  },
  {
    // That of a member: in which entity, under which name.
    word: /\bplaces?\b/,
    use: 'position (in a list), slot (in the state), location (in a file), route (in the panel)',
    outside: /^src\/(index\.ts|data\/schema\/(Schema|scalar\/Scalar)\.ts)/,
    phrase:
      /(?<!\b(in|takes?) )\b(a|an|the|its|their|another|each|no|this) places? (in|of|before|at|to)\b|\b(before|changes?|keeps?|moves? to|shows|opened) (a|an|its|their|the) places?\b/,
  },
  {
    // Values, texts and pages have parts. A store has internals.
    word: /\bparts\b/,
    use: 'internals (of a store), components (of the panel)',
    outside:
      /^src\/(?!kernel\/|features\/(live|persist)\/|react\/(?!server\/)|tools\/(inspect|testing)\/|tools\/devtools\/(session|panel|entities|keys)\/)/,
    phrase: /\bparts? of (a|the|its|this|one|another|each) stores?\b/,
  },
];

const bannedWords: readonly BannedWord[] = [
  ...wordsOfOneMeaning,
  { word: /\b(?<!in )flights?\b/, use: 'request, "in flight"', everywhere: true },
  { word: /\bunder ?way\b/, use: 'in flight (request), pending (promise)', everywhere: true },
  { word: /\bland(s|ed|ing)?\b/, use: 'respond, settle, commit', everywhere: true },
  { word: /\bask(s|ed|ing)?\b/, use: 'fetch, request' },
  {
    // Fake servers of specs have a method `answer`.
    word: /\banswer(s|ed|ing)?\b/,
    use: 'response (of the server), result (normalized), respond (verb)',
    except: 'identifiers of specs',
    everywhere: true,
  },
  { word: /\b(un)?(tells?|told|telling)\b/, use: 'notify, report, emit' },
  { word: /\bg(i|a)ve(s|n)? up\b/, use: 'abort', everywhere: true },
  { word: /\boutdates?\b/, use: 'expire, invalidate', everywhere: true },
  { word: /\bdoubts?\b/, use: 'conflict, tainted', everywhere: true },
  { word: /\bsuspect(s|ed)?\b/, use: 'conflict, tainted', everywhere: true },
  { word: /\bplacings?\b/, use: 'meta, seq', everywhere: true },
  { word: /\bbeneath\b/, use: 'confirmed', everywhere: true },
  { word: /\bt(ake|akes|aken|aking|ook) back\b/, use: 'roll back, dirty' },
  { word: /\blet(s|ting)? go\b/, use: 'release', everywhere: true },
  { word: /\bholders?\b/, use: 'owner, or its own name', everywhere: true },
  { word: /\b(on)?lookers?\b/, use: 'passive observer', everywhere: true },
  {
    word: /\b(no|some|any|every)body\b/,
    use: 'observer, caller, or its own name',
    everywhere: true,
  },
  { word: /\b(no |some|any|every)one\b/, use: 'observer, caller, or its own name' },
  { word: /\breaders?\b/, use: 'observer, component', except: 'identifiers' },
  {
    word: /\bwho(ever|m)?\b/,
    use: 'observer, caller, or its own name',
    except: 'identifiers',
  },
];

/** Public names and error codes with a banned word. They stay. */
export const permanentNames = listed(`
  AnswerError SB_ANSWER_EMPTY SB_ANSWER_INCOMPLETE SB_ANSWER_SHAPE isAnswer
`);

function listed(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The banned words in identifiers and titles, one line per finding. */
export function findBannedWords(
  texts: readonly ProgramText[],
  allowed: readonly string[] = [],
): string[] {
  return texts.flatMap((each) => {
    const { path, line, text, isTitle } = each;
    if (!isTitle && allowed.includes(text)) return [];
    const said = isTitle ? text.toLowerCase() : wordsOf(text);
    return bannedWords
      .filter((rule) => appliesTo(rule, each))
      .flatMap(({ word, phrase, use }) => {
        const found = ((isTitle && phrase) || word).exec(said)?.[0];
        return found ? [`${path}:${line} "${text}": not "${found}" but ${use}`] : [];
      });
  });
}

/** The banned words in literals and comments, one line per finding. */
export function findBannedProse(texts: readonly ProgramText[]): string[] {
  return findPhrases(texts, bannedWords);
}

/** Phrases in which a word of one meaning has another one: what is checked of pages. */
export function findSecondMeanings(texts: readonly ProgramText[]): string[] {
  return findPhrases(texts, wordsOfOneMeaning);
}

function findPhrases(texts: readonly ProgramText[], words: readonly BannedWord[]): string[] {
  return texts.flatMap(({ path, line, text }) =>
    words.flatMap(({ word, use, everywhere, phrase }) => {
      const found = (phrase ?? (everywhere ? word : undefined))?.exec(text.toLowerCase())?.[0];
      return found ? [`${path}:${line} "${text}": not "${found}" but ${use}`] : [];
    }),
  );
}

/** The allowed names that no text has, and those without a banned word. */
export function findStaleNames(
  texts: readonly ProgramText[],
  allowed: readonly string[],
): string[] {
  const names = new Set(texts.map(({ text }) => text));
  return allowed.filter((text) => {
    const name = { path: 'src/', line: 0, text, isTitle: false, isDeclared: true };
    return !names.has(text) || findBannedWords([name]).length === 0;
  });
}

function appliesTo(
  { except, outside }: BannedWord,
  { path, isTitle, isDeclared }: ProgramText,
): boolean {
  if (isTitle) return true;
  const isOfSrc = path.startsWith('src/');
  if (outside) return isOfSrc && isDeclared && !outside.test(path);
  return except === undefined || (except === 'identifiers of specs' && isOfSrc);
}

/** `isInFlight` → `is in flight`, `SB_DEPTH` → `sb depth` */
function wordsOf(identifier: string): string {
  const words = identifier.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.join(' ').toLowerCase();
}

/**
 * Identifiers of a folder and titles of its specs; with {@link proseOf}, its literals and comments;
 * with {@link paragraphsOf}, its pages.
 */
export function readTexts(folder: string, read = textsOf): ProgramText[] {
  const root = join(__dirname, '..', '..');
  const files = read === paragraphsOf ? /\.md$/ : /(?<!\.d)\.tsx?$/;
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => files.test(path) && !path.includes('node_modules/'))
    .sort()
    .flatMap((path) => read(path, readFileSync(join(root, path), 'utf8')));
}

/** The paragraphs of a page, each without its code, in one line. */
export function paragraphsOf(path: string, source: string): ProgramText[] {
  const withoutCode = source.replaceAll(/```[^]*?```/g, (code) => code.replaceAll(/.+/g, '…'));
  let line = 1;
  return withoutCode.split(/(\n{2,})/).map((paragraph) => {
    const text = paragraph
      .replaceAll(/`[^`]*`/g, '…')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const found = { path, line, text, isTitle: false, isDeclared: false };
    line += paragraph.split('\n').length - 1;
    return found;
  });
}

/** Each identifier of a file where it stands first, and each title of `describe`, `it` and `test`. */
export function textsOf(path: string, source: string): ProgramText[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true);
  const identifiers = new Map<string, ProgramText>();
  const titles: ProgramText[] = [];
  const textAt = (node: ts.Node, text: string, role: Partial<ProgramText>): ProgramText => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    return { path, line, text, isTitle: false, isDeclared: false, ...role };
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const isDeclared = isDeclaredBy(node);
      const known = identifiers.get(node.text);
      if (!known) identifiers.set(node.text, textAt(node, node.text, { isDeclared }));
      else if (isDeclared) identifiers.set(node.text, { ...known, isDeclared });
    } else if (
      ts.isCallExpression(node) &&
      /^(describe|it|test)\b/.test(node.expression.getText(tree))
    ) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        titles.push(textAt(title, title.getText(tree).slice(1, -1), { isTitle: true }));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...identifiers.values(), ...titles];
}

/** Whether an identifier is the name that its parent declares, not one that comes from elsewhere. */
function isDeclaredBy(node: ts.Identifier | ts.PrivateIdentifier): boolean {
  const { parent } = node;
  if (ts.isBindingElement(parent)) {
    return parent.propertyName !== undefined || ts.isArrayBindingPattern(parent.parent);
  }
  if (ts.isPropertyAccessExpression(parent) || ts.isImportSpecifier(parent)) return false;
  return 'name' in parent && parent.name === node;
}

/** Each literal of a file, and each comment without its code, in one line. */
export function proseOf(path: string, source: string): ProgramText[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true);
  const comments = new Map<number, string>();
  const found: ProgramText[] = [];
  const add = (position: number, text: string): void => {
    const line = tree.getLineAndCharacterOfPosition(position).line + 1;
    found.push({ path, line, text, isTitle: false, isDeclared: false });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) add(node.getStart(tree), node.text);
    else if (ts.isTemplateExpression(node)) add(node.getStart(tree), node.getText(tree));
    for (const { pos, end } of ts.getLeadingCommentRanges(source, node.pos) ?? []) {
      comments.set(pos, source.slice(pos, end));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const [position, comment] of comments) {
    const text = comment.replaceAll(/```[^]*?```|`[^`]*`/g, '…').replaceAll(/[\s/*]+/g, ' ');
    add(position, text.trim());
  }
  return found;
}
