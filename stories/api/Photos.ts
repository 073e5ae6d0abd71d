/** A photo as the API sends it: without its content, which is not kept. */
export interface PhotoRecord {
  readonly id: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** The photos of the river, the newest first. */
export class Photos {
  #records: PhotoRecord[] = [];

  constructor() {
    this.reset();
  }

  get all(): readonly PhotoRecord[] {
    return this.#records;
  }

  reset(): void {
    this.#records = [
      { id: 2, name: 'otter-at-the-weir.jpg', size: 2_418_113 },
      { id: 1, name: 'first-ice.jpg', size: 1_064_520 },
    ];
  }

  add(file: File): PhotoRecord {
    const id = Math.max(0, ...this.#records.map((one) => one.id)) + 1;
    const added = { id, name: file.name, size: file.size };
    this.#records.unshift(added);
    return added;
  }
}
