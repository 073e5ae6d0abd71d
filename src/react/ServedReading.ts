import type { Reading } from './Reader.ts';
import { ReadThenable } from './ReadThenable.ts';

/** What a page was rendered with on the server, in the forms that hooks take. */
export class ServedReading {
  readonly reading: Reading;
  readonly thenable = new ReadThenable<unknown>();

  constructor(data: unknown) {
    this.reading = { decision: 'show', content: data };
    this.thenable.fulfil(data);
  }
}
