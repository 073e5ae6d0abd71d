import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import type { Desk } from './Desk.ts';
import type { Args, DeskServer } from './DeskServer.ts';
import { type Page, PAGES } from './deskSchemas.ts';

/** What a page shows, and what it should show, as texts. */
type Shown = readonly [is: unknown, should: unknown];

/** Pages that are valid and show something else than the server has, and mutations that are left. */
export function faultsIn(desk: Desk, store: Store, tab: string): readonly object[] {
  const faults: object[] = desk.reported.map((error) => ({ tab, error: String(error) }));
  const pending = outboxOf(store).pending$.getValue();
  if (pending.length > 0) faults.push({ tab, pending });
  for (const page of PAGES) {
    const { data, error, fetching, status } = store.getState(...desk.callOf(page));
    if (status !== 'valid' || fetching || error) continue;
    const [is, should] = shownOn(page, data, desk.server).map((each) => JSON.stringify(each));
    if (is !== should) faults.push({ tab, page, is, should });
  }
  return faults;
}

function shownOn([name, args]: Page, data: unknown, server: DeskServer): Shown {
  const known = server.read(name, args);
  switch (name) {
    case 'getUserCount':
      return [data, server.users.size];
    case 'getUsers':
      return [inOrder(data), inOrder(known)];
    case 'getFeed':
    case 'getUserMap': {
      // No rule says which entities are in it: each of them is as the server has it.
      const items = Object.values(data as Readonly<Record<string, Args>>);
      const now = items.map(({ id, type }) =>
        type === 'user' ? server.users.get(String(id)) : server.ticket(String(id)),
      );
      return [plain(items), plain(now)];
    }
    default:
      return [plain(data), plain(known)];
  }
}

/** Data with its members in one order. */
function plain(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(plain);
  if (typeof data !== 'object' || data === null) return data;
  const members = Object.entries(data).sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(members.map(([name, value]) => [name, plain(value)]));
}

/** All users, by id. */
function inOrder(data: unknown): unknown {
  const users = plain(data) as readonly { readonly id: string }[];
  return [...users].sort((a, b) => Number(a.id) - Number(b.id));
}
