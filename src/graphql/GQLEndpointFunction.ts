import { EndpointFunction } from '../endpoint/EndpointFunction.ts';
import { redefine } from '../shared/redefine.ts';
import type { RequestContext } from '../endpoint/RequestContext.ts';
import { safeRedirects } from '../endpoint/safeRedirects.ts';
import { combineSignals } from '../rest/combineSignals.ts';
import { encodeBody } from '../rest/encodeBody.ts';
import { headerRecord } from '../rest/headerRecord.ts';
import { requestFailure } from '../rest/requestFailure.ts';
import { withoutUserInfo } from '../rest/withoutUserInfo.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import { EventSchema } from './EventSchema.ts';
import { followSocket } from './followSocket.ts';
import type { GQLError } from './GQLNetworkError.ts';
import type { GQLOptions, GQLResult, GQLSocket } from './GQLOptions.ts';
import { readResult } from './readResult.ts';
import { usableData } from './usableData.ts';

type NamedValues = Readonly<Record<string, unknown>>;
/** A text, a function of the variables, or an object that is printed as text. */
type Document = string | ((variables: NamedValues) => string) | { toString(): string };

const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

/** What {@link GQLEndpoint} is at run time; its types for users stand there. */
export class GQLEndpointFunction extends EndpointFunction {
  declare readonly url: string;
  declare readonly document?: Document;
  declare readonly partialData: 'reject' | 'accept';
  declare readonly requestInit?: RequestInit | undefined;
  declare readonly signal?: AbortSignal | undefined;
  declare readonly socket?: GQLSocket | undefined;
  declare readonly context?: RequestContext | undefined;

  constructor(url: string, options: GQLOptions = {}) {
    // A copy keeps getters.
    const members = Object.defineProperties({}, Object.getOwnPropertyDescriptors(options));
    super(undefined, Object.defineProperty(members, 'url', { value: url, enumerable: true }));
  }

  override get name(): string {
    const { document } = this;
    if (typeof document === 'function') return document.name || withoutUserInfo(this.url);
    const named = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(String(document ?? ''));
    return named?.[1] ?? withoutUserInfo(this.url);
  }
  override set name(value: string) {
    redefine(this, 'name', value);
  }

  query(document: Document, schema?: unknown): object {
    return this.extend({ document, schema, sideEffect: undefined } as GQLOptions);
  }

  mutation(document: Document, schema?: unknown): object {
    return this.extend({ document, schema, sideEffect: true } as GQLOptions);
  }

  subscription(document: Document, schema?: unknown): object {
    function fetch(this: GQLEndpointFunction, variables?: NamedValues): unknown {
      return followSocket(this, variables ?? {});
    }
    return this.extend({
      document,
      schema: schema && new EventSchema(schema),
      sideEffect: undefined,
      fetch,
      // Events may never come: nothing is kept open for nobody.
      cancel: true,
      // Who comes later follows again.
      dataExpiryLength: 0,
    } as GQLOptions);
  }

  override async fetch(variables: NamedValues = {}): Promise<unknown> {
    const init = await this.getRequestInit(variables);
    const response = await this.fetchResponse(this.url, init);
    const result = await this.parseResponse(response);
    return usableData(this, result, { variables, status: response.status });
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

  getQuery(variables: NamedValues): string {
    const { document } = this;
    if (document === undefined) {
      throw new TypeError(
        `GQLEndpoint "${this.name}" is a server; query() and mutation() make endpoints.`,
      );
    }
    return typeof document === 'function' ? document(variables) : String(document);
  }

  async getRequestInit(variables: NamedValues): Promise<RequestInit> {
    const query = this.getQuery(variables);
    const { body, contentType } = encodeBody({ query, variables }, this.name);
    const headers = { accept: ACCEPT, ...headerRecord(this.requestInit?.headers) };
    return {
      ...this.requestInit,
      method: 'POST',
      headers: headerRecord(
        await this.getHeaders({ 'content-type': contentType ?? '', ...headers }),
      ),
      body: body ?? null,
    };
  }

  getHeaders(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit {
    return headers;
  }

  async fetchResponse(url: string, init: RequestInit): Promise<Response> {
    const signal = combineSignals(this.context?.signal, this.signal, init.signal);
    const fetch = this.context?.fetch ?? safeRedirects(globalThis.fetch);
    try {
      return await fetch(url, signal ? { ...init, signal } : init);
    } catch (error) {
      throw requestFailure(error, { endpoint: this.name, method: 'POST', url }, signal);
    }
  }

  parseResponse(response: Response): Promise<GQLResult> {
    return readResult(response, {
      endpoint: this.name,
      url: this.url,
      signal: combineSignals(this.context?.signal, this.signal),
    });
  }

  process(data: unknown, _variables: unknown, _errors: readonly GQLError[]): unknown {
    return data;
  }

  errorPolicy(error: unknown): 'soft' | 'hard' | undefined {
    const status = (error as { status?: unknown } | null | undefined)?.status;
    return typeof status === 'number' && (status === 0 || status >= 500) ? 'soft' : 'hard';
  }
}

// Not a field: fields win over options.
redefine(GQLEndpointFunction.prototype, 'partialData', 'reject');

/** What all keys of an operation start with; the texts of a function are told apart from others by its name. */
function keyStart({ url, name, document }: GQLEndpointFunction): string {
  return `GQL ${url} ${typeof document === 'function' ? `${name} ` : ''}`;
}
