import { Observable } from 'rxjs';
import type { RequestContext } from '../endpoint/RequestContext.ts';
import { NetworkError } from '../rest/NetworkError.ts';
import { asError } from '../shared/asError.ts';
import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { type GQLError, GQLNetworkError } from './GQLNetworkError.ts';
import type { GQLResult, GQLSocket } from './GQLOptions.ts';
import { usableData } from './usableData.ts';

/** What a subscription is made of. */
interface Followed {
  readonly name: string;
  readonly url: string;
  readonly partialData: 'reject' | 'accept';
  readonly socket?: GQLSocket | undefined;
  /** The request of a store. */
  readonly context?: RequestContext | undefined;
  getQuery(variables: Readonly<Record<string, unknown>>): string;
  process(data: unknown, variables: unknown, errors: readonly GQLError[]): unknown;
}

/** The events of a subscription. It begins when it is subscribed to and ends on the server when it is unsubscribed from. */
export function followSocket(
  operation: Followed,
  variables: Readonly<Record<string, unknown>>,
): Observable<unknown> {
  const { name, url, socket } = operation;
  return new Observable((subscriber) => {
    if (!socket) {
      throw new StreambedError(
        SB_OPTION_INVALID,
        `Endpoint "${name}": subscriptions need the option socket.`,
      );
    }
    const payload = { query: operation.getQuery(variables), variables: { ...variables } };
    return socket.subscribe(payload, {
      next(result: GQLResult) {
        try {
          subscriber.next(usableData(operation, result, { variables }));
        } catch (error) {
          // A store takes an Error as the failure of one event; an observable has no other failure than its end.
          if (operation.context) subscriber.next(asError(error));
          else subscriber.error(error);
        }
      },
      error: (error) => subscriber.error(failureOf(error)),
      complete: () => subscriber.complete(),
    });
  });

  /** Sockets fail with the errors of the server, or with whatever closed them. */
  function failureOf(error: unknown): unknown {
    if (Array.isArray(error)) {
      return new GQLNetworkError({ endpoint: name, url, errors: error as GQLError[] });
    }
    if (StreambedError.is(error)) return error;
    return new NetworkError({ endpoint: name, method: 'SUBSCRIBE', url, status: 0, cause: error });
  }
}
