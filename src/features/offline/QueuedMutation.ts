import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { ownerOfPlaceholder, replacePlaceholders } from '../../kernel/optimistic/placeholders.ts';
import type { InterceptedRequest } from '../../kernel/requests/Interceptor.ts';
import { addExpectedRows, type Mutation } from '../../kernel/optimistic/sendMutation.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { isOnline } from '../../shared/web/pageSignals.ts';
import { keysOf, readKeys } from '../channel/rowKeys.ts';
import type { PendingMutation } from './PendingMutation.ts';
import type { StoredMutation } from './storedMutations.ts';

/** How long a claim lasts if its endpoint has no time limit, ms. It is renewed after half of that. */
const CLAIM = 30_000;

/** Most args have no placeholder ids. */
const NONE: ReadonlySet<string> = new Set();

/** A mutation of the outbox in this tab. */
export class QueuedMutation {
  id: string;
  /** The owner in its placeholder ids. */
  readonly owner: string;
  /** The order of its layer. */
  readonly seq: number;
  readonly createdAt: number;
  readonly endpoint: EndpointInterface | undefined;
  /** Gets the errors of the program. */
  readonly reporter: Pick<StoreInternals, 'report'>;
  name: string;
  args: readonly unknown[];
  /** The rows that it changes; `undefined` while they are unknown. */
  rows: EntityKeySet | undefined;
  /** What the server knows it by. */
  key: string;
  attempts = 0;
  status: 'waiting' | 'sending' | 'failed' = 'waiting';
  error: Error | undefined;
  failedAt: number | undefined;
  /** No try is made before, ms since epoch. */
  nextTryAt = 0;
  /** It need not wait, although the storage says that it waits. */
  isWoken = false;
  /** Another tab sends it until then, unless it ends before. */
  heldUntil = 0;
  /** The end of the claim of this tab. */
  claimedUntil = 0;
  /** When its claim is renewed. */
  renewAt = Infinity;
  /** What sends it in this tab. */
  request: Mutation | undefined;
  /** The storage has it. */
  isStored = false;
  /** It may be sent: the storage has it, or cannot have it. */
  isReady = false;
  /** The storage is asked for a claim of it, or stores that it waits. */
  isUpdating = false;
  /** The storage does not have it any more. */
  isGone = false;
  /** The server has responded to the last try. */
  hasResponse = false;
  response: unknown;
  /** The platform had no network when the try was sent. */
  isOffline = false;
  /** A failed try was the last one. */
  isRefused = false;
  /** The args that were searched for placeholder ids last, and the owners of those ids. */
  #searched: readonly unknown[] | undefined;
  #found: ReadonlySet<string> = NONE;
  /** The args of which the group is known, and that group. */
  #grouped: readonly unknown[] | undefined;
  #group: string | undefined;

  constructor(
    known: Pick<
      QueuedMutation,
      'id' | 'owner' | 'seq' | 'createdAt' | 'endpoint' | 'name' | 'args' | 'reporter'
    >,
  ) {
    this.id = this.key = known.id;
    this.owner = known.owner;
    this.seq = known.seq;
    this.createdAt = known.createdAt;
    this.endpoint = known.endpoint;
    this.reporter = known.reporter;
    this.name = known.name;
    this.args = known.args;
    this.rows = this.error = this.failedAt = this.request = this.response = undefined;
  }

  /** The text that names the mutations which are sent one after the other; `undefined`: its rows decide. */
  get group(): string | undefined {
    if (this.#grouped !== this.args) {
      this.#grouped = this.args;
      this.#group = undefined;
      try {
        this.#group = this.endpoint?.offline?.group?.(this.args);
      } catch (error) {
        this.reporter.report(error, '');
      }
    }
    return this.#group;
  }

  /** The owners of the placeholder ids in its args. */
  get parents(): ReadonlySet<string> {
    if (this.#searched !== this.args) {
      this.#found = ownersIn(this.args);
      this.#searched = this.args;
    }
    return this.#found;
  }

  /** Notes the rows that its request is expected to change. */
  expectRows(request: Mutation): void {
    const rows = new EntityKeySet();
    addExpectedRows(request, rows);
    this.rows = rows.isEmpty ? undefined : rows;
  }

  /** The next try of it, with the header that names it, and a note of the response. */
  named<R extends InterceptedRequest>(request: R, header: string | null): R {
    if (header === null) return request;
    return { ...request, headers: { ...request.headers, [header]: this.key } };
  }

  /** It is kept, and not sent. */
  refuse(error: Error, now: number): void {
    this.status = 'failed';
    this.error = error;
    this.failedAt = now;
    this.request = undefined;
    this.nextTryAt = this.heldUntil = 0;
    this.renewAt = Infinity;
  }

  /** Its try has failed, and was not the last one. */
  failed(error: Error): void {
    // The cast holds: members that are not there read as undefined.
    const { status } = error as { readonly status?: unknown };
    this.error = error;
    // Without a network and a response, nothing was sent.
    if (this.isOffline && !isOnline() && !status) this.attempts--;
    this.wait();
  }

  /** Its try is over, and was not the last one. */
  wait(): void {
    this.status = 'waiting';
    this.claimedUntil = 0;
    this.renewAt = Infinity;
  }

  /** How long a claim of it lasts, ms: as long as a try may take. */
  claimLength({ timeout: usual }: { readonly timeout: number }): number {
    const { timeout = usual } = this.endpoint ?? {};
    return timeout < Infinity ? timeout : CLAIM;
  }

  /** Whether a try, or the storage, has to come to an end before the next try. */
  get isBusy(): boolean {
    return this.isUpdating || this.status === 'sending';
  }

  /** Its wait is over, for example because the network is back. */
  wake(): void {
    this.nextTryAt = 0;
    this.isWoken = true;
  }

  /** It is sent again. */
  revive(): void {
    this.status = 'waiting';
    this.error = this.failedAt = undefined;
    this.isRefused = this.hasResponse = false;
  }

  /** What the storage keeps. */
  record(claim?: StoredMutation['claim']): StoredMutation {
    const { name, args, owner, createdAt, key, attempts, error, failedAt, nextTryAt } = this;
    const tries = { attempts, error, failedAt, nextTryAt, claim };
    return { name, args, owner, createdAt, rows: keysOf(this.rows), key, ...tries };
  }

  /** Takes over what the storage has. */
  take({ name, args, rows, key, attempts, error, failedAt }: StoredMutation): void {
    Object.assign(this, { name, args, key, attempts, error, failedAt });
    this.rows = rows.length > 0 ? readKeys(rows) : undefined;
  }

  /** What programs see. */
  view(waitsFor: readonly string[], isPaused: boolean): PendingMutation {
    const { id, name, args, createdAt, attempts, heldUntil, nextTryAt, error } = this;
    const isSent = heldUntil > 0 || this.status === 'sending';
    const status = isSent ? 'sending' : this.status;
    return {
      id,
      name,
      args,
      createdAt,
      attempts,
      status: status === 'waiting' && isPaused ? 'paused' : status,
      waitsFor,
      ...(nextTryAt > 0 && { nextTryAt }),
      ...(error && { error }),
    };
  }
}

/** The owners of the placeholder ids in args. */
export function ownersIn(args: readonly unknown[]): ReadonlySet<string> {
  let owners = NONE;
  replacePlaceholders(args, (placeholder) => {
    // Each placeholder id has an owner.
    owners = new Set(owners).add(ownerOfPlaceholder(placeholder)!);
  });
  return owners;
}
