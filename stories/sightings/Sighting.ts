import { Entity, NetworkError, resource } from 'streambed';

export const spots = ['Upper reach', 'Old mill', 'East bank', 'Reed belt', 'Delta'] as const;

/** An animal that a visitor has seen. */
class Sighting extends Entity {
  id = 0;
  species = '';
  spot = '';
  count = 0;
  static override readonly key = 'Sighting';
}

/** The values of the form. The server keeps the address to itself. */
export interface SightingForm {
  readonly species: string;
  readonly spot: string;
  readonly count: number;
  readonly email: string;
}

export const SightingResource = resource({
  path: '/sightings/:id',
  schema: Sighting,
  body: {} as SightingForm,
});

/** The errors of the fields: this server sends them as `{ errors: { spot: '…' } }` with 422. */
export function fieldErrors(error: Error | undefined): Partial<Record<keyof SightingForm, string>> {
  if (!(error instanceof NetworkError) || error.status !== 422) return {};
  // The cast holds for this server.
  return (error.body as { errors: Partial<Record<keyof SightingForm, string>> }).errors;
}
