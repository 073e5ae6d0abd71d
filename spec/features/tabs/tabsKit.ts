import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { shareTabs, type ShareTabsOptions } from '../../../src/features/tabs/shareTabs.ts';
import { virtualChannel } from '../../../src/tools/testing/virtualChannel.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { Post, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';

export const requests = new FakeRequests();

export const getUser = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getUser',
  schema: User,
});
export const getUsers = new Endpoint(() => requests.send(), {
  name: 'getUsers',
  schema: new Collection([User]),
});
export const getPost = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getPost',
  schema: Post,
});
export const saveUser = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'saveUser',
  schema: User,
  sideEffect: true,
});
export const getMoreUsers = new Endpoint((_args: { after: string }) => requests.send(_args), {
  name: 'getMoreUsers',
  schema: getUsers.schema.getPage,
});
export const deleteUser = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'deleteUser',
  schema: new Invalidate(User),
  sideEffect: true,
});

/** A class whose newer version wins, whenever it arrives. */
export class Doc extends Entity {
  id = '';
  version = 0;
  text = '';
  static override readonly key = 'Doc';
  static override shouldReorder(
    _known: unknown,
    _meta: unknown,
    existing: Partial<Doc>,
    incoming: Partial<Doc>,
  ): boolean {
    return incoming.version! < existing.version!;
  }
}

export const getDoc = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getDoc',
  schema: Doc,
});

/** Tabs of one program, with a common time. */
export function openTabs(count: number, options: ShareTabsOptions = {}, own: StoreOptions = {}) {
  const clock = new ManualClock();
  const channel = virtualChannel();
  const open = (others: ShareTabsOptions = {}, store: StoreOptions = {}) => {
    const { plugins = [], ...rest } = { ...own, ...store };
    const plugin = shareTabs({ name: 'spec', channel, ...options, ...others });
    return storeKit({ scheduler: clock, ...rest, plugins: [...plugins, plugin] });
  };
  return {
    clock,
    channel,
    open,
    tabs: Array.from({ length: count }, () => open()),
    /** Lets a frame and the way of its message pass. */
    frame: () => clock.advance(20),
  };
}
