import { firstValueFrom, map, take, toArray } from 'rxjs';
import type { Store } from 'streambed';
import { live } from 'streambed/live';
import { getRain } from './data.ts';

/** Polls while there is a subscriber. */
export async function showRain(store: Store) {
  console.log('Rain');
  const readings$ = live(store, getRain).data$.pipe(
    map(({ mm }) => `${mm} mm`),
    take(3),
    toArray(),
  );
  console.log(`  ${(await firstValueFrom(readings$)).join(', ')}`);
}
