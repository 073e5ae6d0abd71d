import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { isEntity } from '../../../src/data/schema/isEntity.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import { persist, storedKeys } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { createTestTabs, type TestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { type VirtualStorage, virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { type Args, DeskServer } from './DeskServer.ts';
import { type Mutation, MUTATIONS, type Page, PAGES, READ_SCHEMAS } from './deskSchemas.ts';

/** A request that the server has not answered. */
interface DeskRequest {
  readonly name: string;
  readonly args: Args;
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** What the server has done with it; without it, the request has not reached the server. */
  handled?: { readonly response: unknown };
  readonly key: string | undefined;
}

type Send = (name: string, args?: Args, key?: string) => Promise<unknown>;

function readOf(name: string, schema: unknown, send: Send) {
  const request = (args?: Args) => send(name, args);
  // Args with an id name the entity of the response.
  return new Endpoint(request, {
    name,
    schema,
    lookup: isEntity(schema),
    dataExpiryLength: 100_000,
  });
}

function mutationOf(name: string, [schema, expected]: Mutation, send: Send) {
  return new Endpoint(
    function (this: unknown, args: Args) {
      // The cast holds: the plugin adds the header.
      const { context } = this as { readonly context: { readonly headers: StringRecord } };
      return send(name, args, context.headers['idempotency-key']);
    },
    {
      name,
      schema,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, args) => expected(args),
    },
  );
}

type StringRecord = Readonly<Record<string, string>>;
type DeskRead = ReturnType<typeof readOf>;
type DeskMutation = ReturnType<typeof mutationOf>;

export interface DeskOptions {
  readonly seed: number;
  /** Whether the tabs share what they change. */
  readonly shares: boolean;
  readonly storage?: VirtualStorage;
  readonly server?: DeskServer;
}

/** A support desk in some tabs of one browser: its endpoints, and the requests to its server. */
export class Desk {
  readonly server: DeskServer;
  readonly tabs: TestTabs;
  readonly mutations: ReadonlyMap<string, DeskMutation>;
  readonly reported: unknown[] = [];
  requests: DeskRequest[] = [];
  isDown = false;
  /** The virtual time that has passed, ms. */
  elapsed = 0;
  readonly #reads: ReadonlyMap<string, DeskRead>;
  readonly #options: DeskOptions;

  constructor(options: DeskOptions) {
    const { seed, server = new DeskServer(), shares, storage = virtualStorage() } = options;
    this.#options = options;
    this.server = server;
    const send: Send = (...request) => this.#send(...request);
    const reads = Object.entries(READ_SCHEMAS).map((each) => readOf(...each, send));
    const mutations = Object.entries(MUTATIONS).map((each) => mutationOf(...each, send));
    this.#reads = new Map(reads.map((each) => [each.name, each]));
    this.mutations = new Map(mutations.map((each) => [each.name, each]));
    this.tabs = createTestTabs(0, {
      storage,
      passThrough: true,
      random: seededRandom(seed),
      onError: (error) => void this.reported.push(error),
      plugins: ({ storage: own, ...platform }) => [
        persist({ name: 'desk', storage: own }),
        offline({ name: 'desk', mutations, ...platform }),
        ...(shares ? [shareTabs(platform)] : []),
      ],
    });
  }

  async pass(ms: number): Promise<void> {
    this.elapsed += ms;
    await this.tabs.advance(ms);
  }

  /** The endpoint of a page, and its args. */
  callOf([name, args]: Page): [endpoint: DeskRead, args?: Args] {
    const endpoint = this.#reads.get(name)!;
    return args ? [endpoint, args] : [endpoint];
  }

  /** The server handles a request, whose response is on its way. */
  handle(request: DeskRequest): void {
    const { args, key, name } = request;
    const isMutation = name in MUTATIONS;
    request.handled ??= {
      response: isMutation ? this.server.write(name, args, key) : this.server.read(name, args),
    };
  }

  answer(request: DeskRequest): void {
    this.handle(request);
    this.requests = this.requests.filter((each) => each !== request);
    const { response } = request.handled!;
    if (response instanceof Error) request.reject(response);
    else request.resolve(structuredClone(response));
  }

  lose(request: DeskRequest): void {
    this.requests = this.requests.filter((each) => each !== request);
    request.reject(new TypeError('Failed to fetch'));
  }

  async answerAll(): Promise<void> {
    while (this.requests.length > 0) {
      this.answer(this.requests[0]);
      await this.pass(3);
    }
  }

  /** Lets all mutations be sent, and all requests be answered. */
  async settle(stores: readonly Store[]): Promise<void> {
    this.isDown = false;
    for (let turn = 0; turn < 12; turn++) {
      for (const store of stores) void outboxOf(store).flush();
      await this.pass(5);
      await this.answerAll();
      await this.pass(300);
    }
    await this.pass(3_000);
    await this.answerAll();
    await this.pass(500);
  }

  /** A program that loads the stored data, and has no network. */
  async reloaded(): Promise<{ readonly desk: Desk; readonly store: Store }> {
    const { storage } = this.tabs;
    const { server } = this;
    const desk = new Desk({ ...this.#options, seed: 0, storage: storage.copy(), server });
    desk.isDown = true;
    await desk.pass(this.elapsed);
    const store = desk.tabs.open();
    void storedKeys(
      store,
      PAGES.map((page) => desk.callOf(page)),
    );
    await desk.pass(50);
    return { desk, store };
  }

  #send(name: string, args: Args = {}, key?: string): Promise<unknown> {
    if (this.isDown) return Promise.reject(new TypeError('Failed to fetch'));
    return new Promise((resolve, reject) => {
      this.requests.push({ name, args, key, resolve, reject });
    });
  }
}
