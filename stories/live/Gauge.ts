import { Entity } from 'streambed';

/** A river gauge with its last reading. */
export class Gauge extends Entity {
  id = '';
  name = '';
  /** cm. */
  level = 0;
  /** cm since the reading before. */
  change = 0;
  /** When it was read, ms since epoch. */
  at = 0;
  static override readonly key = 'Gauge';
}
