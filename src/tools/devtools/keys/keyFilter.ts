import type { KeyReport } from '../../inspect/reports.ts';
import { shortText } from '../components/format.ts';
import { statusOf } from '../components/statusText.ts';

/** The filters of the tab, in their order. The first three are statuses. */
export const filterNames = ['valid', 'stale', 'invalid', 'failed', 'fetching', 'observed'] as const;
export type FilterName = (typeof filterNames)[number];

/** The columns that the list can be sorted by. */
export type SortColumn = 'name' | 'args' | 'status' | 'observers';

/** What the tab shows of all keys. */
export interface KeyFilter {
  /** Matches the endpoint's name and the key, in which the args are. */
  readonly text: string;
  readonly on: readonly FilterName[];
  readonly sort: SortColumn | undefined;
  readonly isDescending: boolean;
}

export const noFilter: KeyFilter = { text: '', on: [], sort: undefined, isDescending: false };

const tests: Readonly<Record<FilterName, (report: KeyReport) => boolean>> = {
  valid: ({ state }) => state.status === 'valid' && !state.error,
  stale: ({ state }) => state.status === 'stale' && !state.error,
  invalid: ({ state }) => state.status === 'invalid' && !state.error,
  failed: ({ state }) => state.error !== undefined,
  fetching: ({ state }) => state.fetching,
  observed: ({ observers }) => observers.length > 0,
};

/** Each key has one of these. */
const exclusive: readonly FilterName[] = ['valid', 'stale', 'invalid', 'failed'];

/** How many keys each filter has. */
export function countsOf(reports: readonly KeyReport[]): Readonly<Record<FilterName, number>> {
  const counts = { valid: 0, stale: 0, invalid: 0, failed: 0, fetching: 0, observed: 0 };
  for (const report of reports) {
    for (const name of filterNames) if (tests[name](report)) counts[name]++;
  }
  return counts;
}

/** The keys that pass a filter, sorted. Without a column they stay in the order of their first use. */
export function filterKeys(reports: readonly KeyReport[], filter: KeyFilter): KeyReport[] {
  const { on, sort, isDescending } = filter;
  const text = filter.text.trim().toLowerCase();
  const statuses = on.filter((name) => exclusive.includes(name));
  const others = on.filter((name) => !exclusive.includes(name));
  const passed = reports.filter(
    (report) =>
      matches(report, text) &&
      (statuses.length === 0 || statuses.some((name) => tests[name](report))) &&
      others.every((name) => tests[name](report)),
  );
  if (!sort) return passed;
  const compareRows = comparators[sort];
  return passed.sort((a, b) => (isDescending ? compareRows(b, a) : compareRows(a, b)));
}

function matches({ key, name }: KeyReport, text: string): boolean {
  return text === '' || key.toLowerCase().includes(text) || name.toLowerCase().includes(text);
}

const comparators: Readonly<Record<SortColumn, (a: KeyReport, b: KeyReport) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  args: (a, b) => compare(shortText(a.args), shortText(b.args)),
  status: (a, b) =>
    compare(statusOf(a.state), statusOf(b.state)) || a.state.expiresAt - b.state.expiresAt,
  observers: (a, b) => b.observers.length - a.observers.length,
};

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
