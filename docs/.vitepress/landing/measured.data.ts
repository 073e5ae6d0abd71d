import { readFileSync } from 'node:fs';
import { defineLoader } from 'vitepress';
import { type Claim, claimsOf } from './claims.ts';

/** The claims of the landing page, made when the site is built. */
export declare const data: readonly Claim[];

export default defineLoader({
  watch: ['../../performance*.md'],
  load: (paths): readonly Claim[] =>
    claimsOf(paths.map((path) => readFileSync(path, 'utf8')).join('\n')),
});
