import { listApp, sizesOf } from './sizesOf.mjs';
console.log((await sizesOf(listApp)).brotli, (await sizesOf({ ...listApp, external: ['rxjs'] })));
