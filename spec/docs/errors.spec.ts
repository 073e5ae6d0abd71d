import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsDocuments } from './errorsDocuments.ts';
import { pagesIn, root } from './readPages.ts';

const documents = [...errorsDocuments()];

it.each(documents)('docs/%s has the codes of the catalogue', (name, text) => {
  const path = join(root, 'docs', name);
  if (process.env.UPDATE_DOCS) writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('docs has no other page of errors', () => {
  const written = pagesIn('docs').filter((path) => /\/errors\b/.test(path));
  expect(written).toEqual(documents.map(([name]) => `docs/${name}`).sort());
});
