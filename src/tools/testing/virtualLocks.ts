import type { Locks } from '../../features/channel/Locks.ts';

/** A request for a lock. The first one of a name that is granted holds it. */
interface LockRequest {
  readonly tab: object;
  readonly hold: () => void;
  readonly fail: (error: Error) => void;
  isGranted: boolean;
}

/** Locks between the tabs of a test. */
export class VirtualLocks {
  readonly #byName = new Map<string, LockRequest[]>();

  /** The locks as a tab has them. `run`: calls what the tab does, when it can. */
  of(tab: object, run: (work: () => void) => void): Locks {
    return {
      request: (name, { signal, steal = false }, hold) =>
        new Promise((resolve, reject) => {
          const requests = this.#byName.get(name) ?? [];
          this.#byName.set(name, requests);
          const request: LockRequest = {
            tab,
            hold: () => run(() => void hold().then(() => released())),
            fail: (error) => run(() => reject(error)),
            isGranted: false,
          };
          const released = (): void => {
            this.#remove(name, request);
            resolve(undefined);
          };
          signal?.addEventListener('abort', () => {
            if (!request.isGranted) this.#remove(name, request, 'The request was aborted.');
          });
          const [first] = requests;
          if (steal && first?.isGranted) this.#remove(name, first, 'The lock was stolen.', request);
          else if (steal) requests.unshift(request);
          else requests.push(request);
          this.#grant(name);
        }),
    };
  }

  /** The tab is gone, and with it its locks. */
  end(tab: object): void {
    for (const [name, requests] of this.#byName) {
      for (const request of requests.filter((each) => each.tab === tab))
        this.#remove(name, request);
    }
  }

  #remove(name: string, request: LockRequest, why?: string, next?: LockRequest): void {
    // The cast holds: the name has requests.
    const requests = this.#byName.get(name)!;
    const at = requests.indexOf(request);
    if (at < 0) return;
    requests.splice(at, 1, ...(next ? [next] : []));
    if (why) request.fail(new DOMException(why, 'AbortError'));
    this.#grant(name);
  }

  #grant(name: string): void {
    const first = this.#byName.get(name)?.[0];
    if (!first || first.isGranted) return;
    first.isGranted = true;
    void Promise.resolve().then(first.hold);
  }
}
