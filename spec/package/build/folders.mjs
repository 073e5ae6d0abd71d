import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export const dist = join(root, 'dist');

/** The compiler's output, one module per source file. The build bundles it and removes it. */
export const modules = join(dist, 'modules');
