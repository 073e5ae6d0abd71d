import ts from 'typescript';
import { migrate } from '../../../src/tools/codemod/migrate.ts';

/** The text of a program of one or more files after the codemod, and the places to look at: `line: message`. */
export function migrateText(text: string, others: Record<string, string> = {}) {
  const files = new Map([['/main.tsx', text], ...Object.entries(others)]);
  const migrated = migrate(ts, {
    files,
    resolve: (specifier) => {
      const name = specifier.replace(/^\.\//, '/');
      return [name, `${name}.ts`, `${name}.tsx`].find((path) => files.has(path));
    },
  });
  const main = migrated.find(({ path }) => path === '/main.tsx');
  const looks = (main?.reports ?? []).filter(({ type }) => type === 'look');
  return {
    text: main?.text ?? text,
    looks: looks.map(({ line, message }) => `${line}: ${message}`),
    files: migrated,
  };
}

/** Removes the indentation that all lines have. */
export function code(strings: TemplateStringsArray): string {
  const lines = strings.raw.join('').replace(/^\n/, '').trimEnd().split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...filled.map((line) => line.search(/\S/)));
  return `${lines.map((line) => line.slice(indent)).join('\n')}\n`;
}
