import { Entity, resource } from 'streambed';

export class Station extends Entity {
  id = 0;
  name = '';
  /** Height of the water, cm. */
  level = 0;
  note = '';
  // A declared key and the path are names that the next build has, too: what has them is stored.
  static key = 'Station';
}

export const StationResource = resource({
  path: '/api/stations/:id',
  schema: Station,
  body: {} as Partial<Pick<Station, 'name' | 'note'>>,
  optimistic: true,
});
