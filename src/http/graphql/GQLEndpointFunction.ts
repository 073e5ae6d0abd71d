import { Observable } from 'rxjs';
import { areFixed } from '../../data/endpoint/areFixed.ts';
import { partialErrors } from '../../data/endpoint/partialErrors.ts';
import { HttpEndpoint, withContextHeaders } from '../rest/HttpEndpoint.ts';
import { NetworkError } from '../rest/NetworkError.ts';
import { requestInitOf } from '../rest/requestInit.ts';
import type { QueryDelegate } from '../../data/schema/Schema.ts';
import { asError } from '../../shared/asError.ts';
import { encodeKey } from '../../shared/encodeKey.ts';
import { redefine } from '../../shared/redefine.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { withoutSecrets } from '../../shared/web/withoutSecrets.ts';
import { documentText } from './documentText.ts';
import { type GQLError, GQLNetworkError } from './GQLNetworkError.ts';
import type { GQLOptions, GQLResult, GQLSocket } from './GQLOptions.ts';
import { inferFromText } from './inferFromText.ts';
import { readResult } from './readResult.ts';
import { withoutFailed } from './withoutFailed.ts';

type NamedValues = Readonly<Record<string, unknown>>;
/** A text, or a function of the variables. */
type Document = string | ((variables: NamedValues) => string);
/** The forms in which a document may be passed. */
type GivenDocument = Document | object;

const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

/** The implementation of {@link GQLEndpoint}, which has the public types. */
export class GQLEndpointFunction extends HttpEndpoint {
  declare readonly url: string;
  declare readonly document?: Document;
  declare readonly socket?: GQLSocket | undefined;

  constructor(url: string, options: GQLOptions = {}) {
    // Copying descriptors keeps getters.
    const members = Object.defineProperties({}, Object.getOwnPropertyDescriptors(options));
    super(undefined, Object.defineProperty(members, 'url', { value: url, enumerable: true }));
  }

  override get name(): string {
    const { document, url } = this;
    const named =
      typeof document === 'function'
        ? document.name
        : /\b(?:query|mutation|subscription)\s+(\w+)/.exec(document ?? '')?.[1];
    return named || withoutSecrets(url);
  }

  override set name(name: string) {
    redefine(this, 'name', name);
  }

  /** The name of a document that is a function is that of the function. */
  get isNamed(): boolean {
    const { document, name } = this;
    return typeof document !== 'function' || document.name !== name;
  }

  // An accessor, because a class field would win over the option.
  get partialData(): 'reject' | 'accept' {
    return 'reject';
  }

  set partialData(partialData: 'reject' | 'accept') {
    redefine(this, 'partialData', partialData);
  }

  query(document: GivenDocument, schema?: unknown): object {
    return operationOf(this, document, { schema, sideEffect: undefined });
  }

  mutation(document: GivenDocument, schema?: unknown): object {
    return operationOf(this, document, { schema, sideEffect: true });
  }

  subscription(document: GivenDocument, schema?: unknown): object {
    // A server may send no event for a long time: the last observer closes the subscription, and a
    // later one subscribes again.
    const whileObserved = { fetch: follow, cancel: true, dataExpiryLength: 0 };
    return operationOf(this, document, { schema, sideEffect: undefined, ...whileObserved });
  }

  override async fetch(variables: NamedValues = {}): Promise<unknown> {
    const init = await this.getRequestInit(variables);
    const response = await this.fetchResponse(this.url, withContextHeaders(this, init));
    const result = await this.parseResponse(response);
    return usableData(this, result, variables, response.status);
  }

  override key(variables: NamedValues = {}): string {
    const text = this.getQuery(variables);
    return `${keyStart(this)}${text} ${encodeKey(variables, this, 'variables')}`;
  }

  override testKey(key: string): boolean {
    const { document } = this;
    const text = typeof document === 'function' ? '' : `${this.getQuery({})} `;
    return key.startsWith(keyStart(this) + text);
  }

  override get isKeyOfArgs(): boolean {
    return areFixed(this, GQLEndpointFunction, ['key', 'url', 'name', 'document', 'getQuery']);
  }

  infer([variables = {}]: readonly unknown[], delegate: QueryDelegate): unknown {
    // The text does not tell how `process` changes the data.
    if (this.isProcessed) return undefined;
    // The cast holds: endpoints are called with their variables.
    const values = variables as NamedValues;
    return inferFromText(this.getQuery(values), values, this.schema, delegate);
  }

  getQuery(variables: NamedValues): string {
    const { document } = this;
    if (document === undefined) {
      throw new TypeError(
        `GQLEndpoint "${this.name}" is a server; query() and mutation() make endpoints.`,
      );
    }
    return typeof document === 'function' ? document(variables) : document;
  }

  get isProcessed(): boolean {
    return this.process !== GQLEndpointFunction.prototype.process;
  }

  get isLive(): boolean {
    return (this.fetch as unknown) === follow;
  }

  async getRequestInit(variables: NamedValues): Promise<RequestInit> {
    const body = { query: this.getQuery(variables), variables };
    return requestInitOf(this, 'POST', body, { accept: ACCEPT });
  }

  parseResponse(response: Response): Promise<GQLResult> {
    return readResult(response, this);
  }

  process(data: unknown, _variables: unknown, _errors: readonly GQLError[]): unknown {
    return data;
  }
}

function operationOf(server: GQLEndpointFunction, given: GivenDocument, options: object): object {
  const document = typeof given === 'function' ? given : documentText(given);
  return server.extend({ document, ...options } as GQLOptions);
}

/**
 * The start of all keys of an operation. If the document is a function, its name tells its keys
 * from those of others.
 */
function keyStart({ url, name, document }: GQLEndpointFunction): string {
  return `GQL ${url} ${typeof document === 'function' ? `${name} ` : ''}`;
}

/**
 * The processed data of a response. Throws `GQLNetworkError` if there are errors; with
 * `partialData: 'accept'`, only if there is no data as well. Else the store gets data and error.
 */
function usableData(
  endpoint: GQLEndpointFunction,
  { data, errors = [] }: GQLResult,
  variables: NamedValues,
  status?: number,
): unknown {
  const { name, partialData, schema, url } = endpoint;
  if (errors.length === 0) return endpoint.process(data, variables, errors);
  const error = new GQLNetworkError({ endpoint: name, url, status, errors, data });
  if (partialData !== 'accept' || data === null || data === undefined) throw error;
  const usable = endpoint.process(withoutFailed(data, errors, schema), variables, errors);
  if (typeof usable === 'object' && usable !== null) partialErrors.set(usable, error);
  return usable;
}

/**
 * The events of a subscription. The subscription starts and ends on the server together with that
 * of the observable.
 */
function follow(this: GQLEndpointFunction, variables: NamedValues = {}): Observable<unknown> {
  const { name, url, socket, context } = this;
  return new Observable((subscriber) => {
    if (!socket) {
      throw new StreambedError(
        'SB_OPTION_INVALID',
        `Endpoint "${name}": subscriptions need the option socket.`,
      );
    }
    const payload = { query: this.getQuery(variables), variables: { ...variables } };
    return socket.subscribe(payload, {
      next: (result) => {
        try {
          subscriber.next(usableData(this, result, variables));
        } catch (error) {
          // A store treats a sent Error as the failure of one event; a plain observable can only
          // fail by ending.
          if (context) subscriber.next(asError(error));
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
