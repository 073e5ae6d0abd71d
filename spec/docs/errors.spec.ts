import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsDocument } from './errorsDocument.ts';
import { root } from './readPages.ts';

const path = join(root, 'docs', 'errors.md');

it('docs/errors.md lists every error code, as the catalogue has it', () => {
  if (process.env.UPDATE_DOCS) writeFileSync(path, errorsDocument());
  expect(readFileSync(path, 'utf8')).toBe(errorsDocument());
});
