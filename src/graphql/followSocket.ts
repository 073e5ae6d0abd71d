import { Observable } from 'rxjs';
import type { RequestContext } from '../endpoint/RequestContext.ts';
import { NetworkError } from '../rest/NetworkError.ts';
import { asError } from '../shared/asError.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { type GQLError, GQLNetworkError } from './GQLNetworkError.ts';
import type { GQLResult, GQLSocket } from './GQLOptions.ts';
import { type Operation, usableData } from './readResult.ts';

/** The part of an operation that a subscription uses. */
interface SubscriptionOperation extends Operation {
  readonly socket?: GQLSocket | undefined;
  /** The context of a store's request. */
  readonly context?: RequestContext | undefined;
  getQuery(variables: Readonly<Record<string, unknown>>): string;
}

/**
 * The events of a subscription. The subscription starts and ends on the server together with that
 * of the observable.
 */
export function followSocket(
  operation: SubscriptionOperation,
  variables: Readonly<Record<string, unknown>>,
): Observable<unknown> {
  const { name, url, socket } = operation;
  return new Observable((subscriber) => {
    if (!socket) {
      throw new StreambedError(
        'SB_OPTION_INVALID',
        `Endpoint "${name}": subscriptions need the option socket.`,
      );
    }
    const payload = { query: operation.getQuery(variables), variables: { ...variables } };
    return socket.subscribe(payload, {
      next(result: GQLResult) {
        try {
          subscriber.next(usableData(operation, result, { variables }));
        } catch (error) {
          // A store treats a sent Error as the failure of one event; a plain observable can only
          // fail by ending.
          if (operation.context) subscriber.next(asError(error));
          else subscriber.error(error);
        }
      },
      error: (error) => subscriber.error(failureOf(error)),
      complete: () => subscriber.complete(),
    });
  });

  /** Sockets fail with the errors of the server, or with the reason why they closed. */
  function failureOf(error: unknown): unknown {
    if (Array.isArray(error)) {
      return new GQLNetworkError({ endpoint: name, url, errors: error as GQLError[] });
    }
    if (StreambedError.is(error)) return error;
    return new NetworkError({ endpoint: name, method: 'SUBSCRIBE', url, status: 0, cause: error });
  }
}
