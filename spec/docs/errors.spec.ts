import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsDocument } from './errorsDocument.ts';
import { root } from './readPages.ts';

it('docs/errors.md lists every error code, as the catalogue has it', () => {
  expect(readFileSync(join(root, 'docs', 'errors.md'), 'utf8')).toBe(errorsDocument());
});
