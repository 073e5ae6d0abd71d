import { Entity } from 'streambed';

/** A river gauge with its last reading. */
export class Gauge extends Entity {
  id = '';
  name = '';
  /** Water level, cm. */
  level = 0;
  /** Difference to the previous reading, cm. */
  change = 0;
  /** Time of the reading, ms since epoch. */
  at = 0;
  static override readonly key = 'Gauge';
}
