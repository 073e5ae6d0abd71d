import { Entity } from 'streambed';

/** Kilometres along the river, and steps of 10 cm below its surface. */
export const [KILOMETRES, DEPTHS] = [400, 250];

/** The temperature of the river at one place. */
export class Sample extends Entity {
  id = '';
  km = 0;
  depth = 0;
  /** °C. */
  celsius = 0;

  static override key = 'Sample';
}

/** The pk of the sample of a place. */
export function sampleAt(km: number, depth: number): string {
  return `${km}-${depth}`;
}
