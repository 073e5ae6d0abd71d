import { BehaviorSubject, map, type Observable } from 'rxjs';
import type { Store } from 'streambed';
import {
  type Aggregate,
  aggregateChanges,
  asArray,
  combineState,
  type Comparator,
  countOf,
  filterChanges,
  mapChanges,
  type Predicate,
  type Range,
  sortChanges,
  sumOf,
  windowChanges,
  changes,
} from 'streambed/changes';
import { type OrderState, WorkOrder } from './WorkOrder.ts';

/** How many rows are rendered at a time, however long the list is. */
const WINDOW = 50;

export type SortName = 'urgency' | 'hours' | 'title';

/** The visible part of the list. */
export interface OrderPage {
  readonly rows: readonly WorkOrder[];
  readonly offset: number;
  readonly total: number;
}

/** The open work of a crew. */
export interface CrewLoad {
  readonly crew: string;
  readonly open: number;
  readonly hours: number;
}

const comparators: Record<SortName, Comparator<WorkOrder>> = {
  urgency: (a, b) => b.urgency - a.urgency || b.hours - a.hours,
  hours: (a, b) => b.hours - a.hours,
  title: (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
};

const isOpen: Predicate<string, WorkOrder> = ({ state }) => state !== 'done';

/**
 * The views of the story: the visible part of a filtered and sorted list, and the load of each
 * crew. A commit costs as much as it changed.
 */
export class OrderViews {
  readonly page$: Observable<OrderPage>;
  readonly loads$: Observable<readonly CrewLoad[]>;
  readonly #isShown = new BehaviorSubject<Predicate<string, WorkOrder>>(() => true);
  readonly #comparator = new BehaviorSubject(comparators.urgency);
  readonly #range = new BehaviorSubject<Range>({ offset: 0, limit: WINDOW });

  constructor(store: Store) {
    const orders$ = changes(store, WorkOrder);
    this.page$ = orders$.pipe(
      filterChanges(this.#isShown),
      sortChanges(this.#comparator),
      windowChanges(this.#range),
      map((part) => ({ rows: part.toArray(), offset: part.offset, total: part.total })),
    );
    const open$ = orders$.pipe(filterChanges(isOpen));
    const perCrew = (aggregate: Aggregate<WorkOrder, number>) =>
      open$.pipe(
        aggregateChanges(({ crew }) => crew, aggregate),
        mapChanges((value, crew) => ({ crew, value })),
        sortChanges((a, b) => (a.crew < b.crew ? -1 : 1)),
        asArray(),
      );
    this.loads$ = combineState({
      open: perCrew(countOf()),
      hours: perCrew(sumOf(({ hours }) => hours)),
    }).pipe(
      map(({ open, hours }) =>
        open.map(({ crew, value }, at) => ({ crew, open: value, hours: hours[at]?.value ?? 0 })),
      ),
    );
  }

  readonly show = (state: OrderState | 'all'): void => {
    this.#isShown.next(state === 'all' ? () => true : (order) => order.state === state);
  };

  readonly sortBy = (name: SortName): void => this.#comparator.next(comparators[name]);

  readonly scrollTo = (offset: number): void => {
    if (offset !== this.#range.value.offset) this.#range.next({ offset, limit: WINDOW });
  };
}
