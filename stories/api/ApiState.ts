import type { ApiData } from './ApiData.ts';
import type { ApiOptions } from './ApiOptions.ts';
import { checkFaults } from './checkFaults.ts';
import { noFaults, type Faults } from './Faults.ts';
import { Gauges } from './Gauges.ts';
import { Journal } from './Journal.ts';
import { Locks } from './Locks.ts';
import { Notes } from './Notes.ts';
import { Photos } from './Photos.ts';
import { seed } from './seed/seed.ts';
import { Sessions } from './Sessions.ts';
import { Sightings } from './Sightings.ts';
import { Tickets } from './Tickets.ts';
import { WorkOrders } from './WorkOrders.ts';

/** The state of a demo API. Specs may read and edit it directly. */
export class ApiState {
  data!: ApiData;
  faults!: Faults;
  readonly gauges = new Gauges();
  readonly journal = new Journal();
  readonly locks = new Locks();
  readonly notes = new Notes();
  readonly photos = new Photos();
  readonly sessions = new Sessions();
  readonly sightings = new Sightings();
  readonly orders = new WorkOrders();
  readonly tickets = new Tickets();
  /** Requests per `METHOD /path?query`; `/_control` is not counted. */
  readonly requests = new Map<string, number>();

  private readonly options: ApiOptions;

  constructor(options: ApiOptions = {}) {
    const wrong = checkFaults(options);
    if (wrong !== undefined) throw new TypeError(`demo API: ${wrong}`);
    this.options = options;
    this.reset();
  }

  /** Restores the state of the start: data, faults and counts. */
  reset(): void {
    const { delay, fail, failNext } = { ...noFaults, ...this.options };
    this.data = seed(this.options.data);
    this.faults = { delay, fail, failNext };
    this.gauges.reset();
    this.journal.reset();
    this.locks.reset();
    this.notes.reset();
    this.photos.reset();
    this.sessions.reset();
    this.sightings.reset();
    this.tickets.reset();
    this.requests.clear();
  }
}
