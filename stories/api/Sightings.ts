const sightingSpots = ['Upper reach', 'Old mill', 'East bank', 'Reed belt', 'Delta'] as const;

/** What a visitor has seen at the river, as the API sends it. The address of the visitor stays here. */
export interface SightingRecord {
  readonly id: number;
  readonly species: string;
  readonly spot: string;
  readonly count: number;
}

/** What is wrong with a sighting, by the name of the member. */
export type SightingErrors = Partial<Record<'species' | 'spot' | 'count' | 'email', string>>;

/** The sightings of today, the newest first. */
export class Sightings {
  #records: SightingRecord[] = [];

  constructor() {
    this.reset();
  }

  get all(): readonly SightingRecord[] {
    return this.#records;
  }

  reset(): void {
    this.#records = [
      { id: 3, species: 'Kingfisher', spot: 'Old mill', count: 1 },
      { id: 2, species: 'Grey heron', spot: 'Reed belt', count: 4 },
      { id: 1, species: 'Beaver', spot: 'East bank', count: 2 },
    ];
  }

  /** The errors of a body. None: the body is a sighting. */
  check({ species, spot, count, email }: Readonly<Record<string, unknown>>): SightingErrors {
    const name = textOf(species);
    const isKnown = this.#records.some(
      (one) => one.spot === spot && one.species.toLowerCase() === name.toLowerCase(),
    );
    return {
      ...(name.length < 3 && { species: 'Give the name of an animal, three letters or more.' }),
      ...(isKnown && { species: 'This animal was reported there today.' }),
      ...(!sightingSpots.includes(spot as never) && { spot: 'Choose one of the places.' }),
      ...(!isCount(count) && { count: 'Give a whole number from 1 to 500.' }),
      ...(!/^\S+@\S+\.\S+$/.test(textOf(email)) && { email: 'Give an address with an @.' }),
    };
  }

  /** Adds a body that has no errors. */
  add({ species, spot, count }: Readonly<Record<string, unknown>>): SightingRecord {
    const id = Math.max(0, ...this.#records.map((one) => one.id)) + 1;
    const added = { id, species: textOf(species), spot: textOf(spot), count: Number(count) };
    this.#records.unshift(added);
    return added;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 500;
}
