import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { loadTypeScript } from './loadTypeScript.ts';
import { type MigratedFile, migrate } from './migrate.ts';
import { listFiles, readProgram } from './projectFiles.ts';

/** What a run prints, and its exit code. */
export interface Outcome {
  readonly output: string;
  /** 0: done. 1: a person must look at something. 2: wrong usage, or no TypeScript. */
  readonly code: 0 | 1 | 2;
}

const usage = `Usage: streambed-from-data-client [--write] <paths>

Rewrites programs for Data Client to Streambed, and lists what a person must look at.
Without --write it changes no file.

Exit codes: 0 done, 1 something is to be looked at, 2 wrong usage or no TypeScript.
`;

/** Runs the codemod with the arguments of a command line, in a folder. */
export function run(args: readonly string[], folder: string): Outcome {
  const options = args.filter((arg) => arg.startsWith('-'));
  const paths = args.filter((arg) => !arg.startsWith('-')).map((path) => resolve(folder, path));
  if (options.includes('--help')) return { output: usage, code: 0 };
  const unknown = options.find((option) => option !== '--write');
  if (unknown !== undefined) return { output: `Unknown option ${unknown}\n\n${usage}`, code: 2 };
  if (paths.length === 0) return { output: usage, code: 2 };
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) return { output: `No such file or folder: ${missing}\n`, code: 2 };

  const folders = paths.map((path) => (statSync(path).isFile() ? dirname(path) : path));
  const typescript = loadTypeScript([...folders, folder]);
  if (typeof typescript === 'string') return { output: `${typescript}\n`, code: 2 };

  const listed = listFiles(paths);
  const files = migrate(typescript, readProgram(typescript, listed));
  const isWriting = options.includes('--write');
  if (isWriting) {
    for (const { path, text, isChanged } of files) if (isChanged) writeFileSync(path, text);
  }
  const isDone = files.every(({ reports }) => reports.every(({ type }) => type === 'change'));
  return { output: report(files, listed.length, folder, isWriting), code: isDone ? 0 : 1 };
}

function report(
  files: readonly MigratedFile[],
  listed: number,
  folder: string,
  isWriting: boolean,
): string {
  const parts = files.map(({ path, reports }) => {
    const lines = reports.map(({ line, newLine, type, message }) => {
      const label = type === 'look' ? 'LOOK' : '    ';
      return `  ${`${isWriting ? newLine : line}`.padStart(4)}  ${label}  ${message}`;
    });
    return `${relative(folder, path)}\n${lines.join('\n')}\n`;
  });
  const changed = files.filter(({ isChanged }) => isChanged).length;
  const looks = files.flatMap(({ reports }) =>
    reports.filter(({ type }) => type === 'look'),
  ).length;
  const verb = isWriting ? 'changed' : 'would change';
  const isReferring = parts.some((part) => /\bdocs\/[\w-]+\.md/.test(part));
  const summary = [
    `${listed} files read, ${changed} ${verb}; ${looks} places to look at (LOOK).`,
    ...(isReferring ? ['The pages docs/… are in node_modules/streambed.'] : []),
    ...(changed > 0 && !isWriting ? ['Nothing is written yet: add --write.'] : []),
    ...(changed > 0 && isWriting
      ? ['Next: npm install streambed rxjs; type-check; format; remove the @data-client packages.']
      : []),
  ];
  return [...parts, `${summary.join('\n')}\n`].join('\n');
}
