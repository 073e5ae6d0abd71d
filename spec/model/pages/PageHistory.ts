import fc from 'fast-check';
import type { TicketPart } from './PageServer.ts';

/** One step of a history of pages: plain data. Numbers select among the candidates. */
export type PageStep =
  /** Loads the next page of a list. */
  | { readonly do: 'more'; readonly which: number }
  /** Changes a ticket; the prediction shows at once. */
  | {
      readonly do: 'patch';
      readonly which: number;
      readonly part: TicketPart;
      readonly isRefused: boolean;
    }
  /** The server changes a ticket, and says what it was and what it is. */
  | { readonly do: 'message'; readonly which: number; readonly part: TicketPart }
  | { readonly do: 'create'; readonly part: TicketPart; readonly isRefused: boolean }
  | { readonly do: 'remove'; readonly which: number }
  /** The server handles a request, and its response arrives. */
  | { readonly do: 'handle' | 'deliver'; readonly which: number };

/** A history of lists in pages. */
export interface PageHistory {
  /** Whether each step waits for the responses of the one before: no two requests overlap. */
  readonly isCalm: boolean;
  readonly steps: readonly PageStep[];
}

const which = fc.nat({ max: 11 });
const part: fc.Arbitrary<TicketPart> = fc.oneof(
  fc.record({ status: fc.constantFrom('open', 'closed') }),
  fc.record({ rank: fc.nat({ max: 9 }) }),
  fc.record({ status: fc.constantFrom('open', 'closed'), rank: fc.nat({ max: 9 }) }),
);
const isRefused = fc.nat({ max: 3 }).map((one) => one === 0);

const steps: fc.Arbitrary<PageStep> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('more' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('patch' as const), which, part, isRefused }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('message' as const), which, part }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), part, isRefused }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('handle' as const), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const), which }) },
);

/** Histories of up to `maxLength` steps. */
export function pageHistories(maxLength: number): fc.Arbitrary<PageHistory> {
  return fc.record({ isCalm: fc.boolean(), steps: fc.array(steps, { maxLength }) });
}
