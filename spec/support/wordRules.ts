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
}

interface BannedWord {
  readonly word: RegExp;
  /** The words of docs/glossary.md for the same thing. */
  readonly use: string;
  /** The identifiers that may have it: there it has a second, usual meaning. */
  readonly except?: 'identifiers' | 'identifiers of specs';
  /** The files in which it is banned. Default: all. */
  readonly within?: RegExp;
  /** Whether it is also banned in literals and comments of `src`: it has no other meaning there. */
  readonly everywhere?: true;
}

const bannedWords: readonly BannedWord[] = [
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
  {
    // Elsewhere a kind is the first key of a row: an entity key, or a reserved one. Schemas and GraphQL have a member of the name.
    word: /\bkinds?\b/,
    use: 'role, type, form',
    within:
      /^src\/(http\/rest|features\/changes\/stage|kernel\/(requests|store\/StoreOptions)|features\/dehydrate\/valueCodec)/,
  },
];

/** Public names and error codes with a banned word. They stay. */
export const permanentNames = listed(`
  AnswerError SB_ANSWER_EMPTY SB_ANSWER_INCOMPLETE SB_ANSWER_SHAPE isAnswer
`);

/** Other names in `src` with a banned word. The list only shrinks: a name that is gone is a finding, too. */
export const remainingNames = listed(`
  AnswerErrorInit AnswerProblem answers
`);

function listed(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The banned words in identifiers and titles, one line per finding. */
export function findBannedWords(
  texts: readonly ProgramText[],
  allowed: readonly string[] = [],
): string[] {
  return texts.flatMap(({ path, line, text, isTitle }) => {
    if (!isTitle && allowed.includes(text)) return [];
    const said = isTitle ? text.toLowerCase() : wordsOf(text);
    return bannedWords
      .filter(
        ({ except, within = /^/ }) => within.test(path) && (isTitle || !isExcepted(path, except)),
      )
      .flatMap(({ word, use }) => {
        const found = word.exec(said)?.[0];
        return found ? [`${path}:${line} "${text}": not "${found}" but ${use}`] : [];
      });
  });
}

/** Literals in `src` with a banned word. The list only shrinks. */
export const remainingLiterals = listed('answer');

/** The banned words in literals and comments, one line per finding. */
export function findBannedProse(
  texts: readonly ProgramText[],
  allowed: readonly string[] = [],
): string[] {
  return texts
    .filter(({ text }) => !allowed.includes(text))
    .flatMap(({ path, line, text }) =>
      bannedWords.flatMap(({ word, use, everywhere }) => {
        const found = everywhere && word.exec(text.toLowerCase())?.[0];
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
    const name = { path: 'src/', line: 0, text, isTitle: false };
    return !names.has(text) || findBannedWords([name]).length === 0;
  });
}

function isExcepted(path: string, except: BannedWord['except']): boolean {
  return except === 'identifiers' || (except !== undefined && !path.startsWith('src/'));
}

/** `isInFlight` → `is in flight`, `SB_DEPTH` → `sb depth` */
function wordsOf(identifier: string): string {
  const words = identifier.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.join(' ').toLowerCase();
}

/** Identifiers of a folder and titles of its specs; with {@link proseOf}, its literals and comments. */
export function readTexts(folder: string, read = textsOf): ProgramText[] {
  const root = join(__dirname, '..', '..');
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .sort()
    .flatMap((path) => read(path, readFileSync(join(root, path), 'utf8')));
}

/** Each identifier of a file where it stands first, and each title of `describe`, `it` and `test`. */
export function textsOf(path: string, source: string): ProgramText[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true);
  const identifiers = new Map<string, ProgramText>();
  const titles: ProgramText[] = [];
  const textAt = (node: ts.Node, text: string, isTitle: boolean): ProgramText => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    return { path, line, text, isTitle };
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      if (!identifiers.has(node.text)) {
        identifiers.set(node.text, textAt(node, node.text, false));
      }
    } else if (
      ts.isCallExpression(node) &&
      /^(describe|it|test)\b/.test(node.expression.getText(tree))
    ) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        titles.push(textAt(title, title.getText(tree).slice(1, -1), true));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...identifiers.values(), ...titles];
}

/** Each literal of a file, and each comment without its code, in one line. */
export function proseOf(path: string, source: string): ProgramText[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true);
  const comments = new Map<number, string>();
  const found: ProgramText[] = [];
  const add = (position: number, text: string): void => {
    const line = tree.getLineAndCharacterOfPosition(position).line + 1;
    found.push({ path, line, text, isTitle: false });
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
