import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsDocument } from './errorsDocument.ts';

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), errorsDocument());
