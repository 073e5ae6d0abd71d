import { readPages } from './readPages.ts';

/** Characters that fit beside the sidebar and the outline of the site. */
const WIDTH = 88;

it('code in docs has at most 88 characters in a line', () => {
  const pages = readPages().filter(({ path }) => path.startsWith('docs/'));
  const lines = pages.flatMap(({ path, text }) =>
    codeLines(text).map(([line, code]) => ({ place: `${path}:${line}`, code })),
  );
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.filter(({ code }) => code.length > WIDTH)).toEqual([]);
});

/** The lines between fences, with their numbers. */
function codeLines(text: string): [line: number, code: string][] {
  let isCode = false;
  return text.split('\n').flatMap((code, at): [number, string][] => {
    if (code.startsWith('```')) isCode = !isCode;
    return isCode ? [[at + 1, code]] : [];
  });
}
