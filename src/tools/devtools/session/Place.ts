import type { EntityName } from '../../inspect/reports.ts';

/** The tabs of the panel. */
export type TabName = 'keys' | 'entities' | 'timeline' | 'requests' | 'storage' | 'why';

/** What the panel shows: a tab, and what is selected in it. */
export interface Place {
  readonly tab: TabName;
  /** An endpoint key. */
  readonly key?: string;
  readonly entity?: EntityName | undefined;
  /** The version of a recorded commit. */
  readonly commit?: number;
  /** The id of a recorded request. */
  readonly request?: number;
  /** An object that the store gave to an observer. */
  readonly value?: unknown;
}
