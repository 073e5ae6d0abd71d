import { EndpointFunction } from '../endpoint/EndpointFunction.ts';
import type { RequestContext } from '../endpoint/RequestContext.ts';
import { safeRedirects } from '../endpoint/safeRedirects.ts';
import { acceptsEmpty } from '../schema/acceptsEmpty.ts';
import { assertSafeUrl } from './assertSafeUrl.ts';
import { bodyKey } from './bodyKey.ts';
import { buildPath } from './buildPath.ts';
import { combineSignals } from './combineSignals.ts';
import { encodeBody } from './encodeBody.ts';
import { encodeSearch } from './encodeSearch.ts';
import { explicitMember } from './explicitMember.ts';
import { headerRecord } from './headerRecord.ts';
import { listEndpointOf } from './listEndpointOf.ts';
import { matchPath } from './matchPath.ts';
import { membersOf } from './membersOf.ts';
import { readAnswer, type Content } from './readAnswer.ts';
import { redefine } from '../shared/redefine.ts';
import { requestFailure } from './requestFailure.ts';
import type { RestOptions } from './RestOptions.ts';
import { splitArgs } from './splitArgs.ts';
import { templateOf } from './templateOf.ts';
import { withoutUserInfo } from '../web/withoutUserInfo.ts';

/** The implementation of {@link RestEndpoint}, which has the public types. */
export class RestEndpointFunction extends EndpointFunction {
  declare readonly path: string;
  declare readonly body?: unknown;
  declare readonly urlPrefix: string;
  declare readonly requestInit?: RequestInit | undefined;
  declare readonly signal?: AbortSignal | undefined;
  declare readonly content?: Content | undefined;
  declare readonly schema?: unknown;
  declare readonly paginationField?: string | undefined;
  declare readonly movePath?: string | undefined;
  declare readonly optimistic?: boolean | undefined;
  declare readonly context?: RequestContext | undefined;

  constructor(options: RestOptions) {
    super(undefined, options);
    if (typeof options.path === 'string') templateOf(this);
  }

  get method(): string {
    const isMutation = explicitMember(this, 'sideEffect', RestEndpointFunction.prototype) === true;
    return isMutation || this.body !== undefined ? 'POST' : 'GET';
  }
  set method(value: string) {
    redefine(this, 'method', value);
  }

  get sideEffect(): boolean | undefined {
    return this.method === 'GET' ? undefined : true;
  }
  set sideEffect(value: boolean | undefined) {
    redefine(this, 'sideEffect', value);
  }

  override get name(): string {
    return `${withoutUserInfo(this.urlPrefix)}${this.path}`;
  }
  override set name(value: string) {
    redefine(this, 'name', value);
  }

  override async fetch(...args: unknown[]): Promise<unknown> {
    const url = this.url(...args);
    const init = await this.getRequestInit(splitArgs(this, args).body);
    const response = await this.fetchResponse(url, init);
    return this.process(await this.parseResponse(response, url), ...args);
  }

  override key(...args: unknown[]): string {
    const request = `${this.method} ${this.url(...args)}`;
    const { body } = splitArgs(this, args);
    const isInKey = !this.sideEffect && body !== undefined && body !== null;
    return isInKey ? `${request} ${bodyKey(body, this)}` : request;
  }

  override testKey(key: string): boolean {
    const start = `${this.method} ${this.urlPrefix}`;
    const { path } = templateOf(this);
    const fixed = typeof path[0] === 'string' ? path[0] : '';
    // Rejects most keys of a store early.
    if (!key.startsWith(start + fixed)) return false;
    return matchPath(path, key.slice(start.length).split(/[? ]/, 1)[0]);
  }

  url(...args: unknown[]): string {
    const template = templateOf(this);
    const values = membersOf(splitArgs(this, args).params, this.name);
    const built = buildPath(template, values, this.name);
    const others = Object.entries(values).filter(
      ([name, value]) => value !== undefined && !template.names.has(name),
    );
    const search = [built.query, this.searchToString(Object.fromEntries(others))].filter(Boolean);
    const path = this.urlPrefix + built.path;
    const url = search.length > 0 ? `${path}?${search.join('&')}` : path;
    assertSafeUrl(url, this.urlPrefix + built.fixed, this.name);
    return url;
  }

  searchToString(params: Readonly<Record<string, unknown>>): string {
    return encodeSearch(params, this.name);
  }

  async getRequestInit(body?: unknown): Promise<RequestInit> {
    const encoded = encodeBody(body, this.name);
    const headers = headerRecord(this.requestInit?.headers);
    if (encoded.contentType) headers['content-type'] ??= encoded.contentType;
    return {
      ...this.requestInit,
      method: this.method,
      headers: headerRecord(await this.getHeaders(headers)),
      ...(encoded.body !== undefined && { body: encoded.body }),
      ...(encoded.isStream && { duplex: 'half' }),
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
      const label = { endpoint: this.name, method: init.method ?? this.method, url };
      throw requestFailure(error, label, signal);
    }
  }

  parseResponse(response: Response, url = response.url): Promise<unknown> {
    const isProcessed = this.process !== RestEndpointFunction.prototype.process;
    return readAnswer(response, {
      endpoint: this.name,
      method: this.method,
      url,
      content: this.content,
      hasSchema: this.schema !== undefined && this.schema !== null,
      // A schema that removes needs no data.
      mayBeText: acceptsEmpty(this.schema),
      mayBeEmpty: !this.schema || this.sideEffect === true || isProcessed,
      signal: combineSignals(this.context?.signal, this.signal),
    });
  }

  process(value: unknown, ..._args: unknown[]): unknown {
    return value;
  }

  errorPolicy(error: unknown): 'soft' | 'hard' | undefined {
    const status = (error as { status?: unknown } | null | undefined)?.status;
    return typeof status === 'number' && (status === 0 || status >= 500) ? 'soft' : 'hard';
  }

  override extend(options: Partial<RestOptions>): object {
    const endpoint = super.extend(options) as this;
    if (typeof options.path === 'string') templateOf(endpoint);
    if (options.method && !('sideEffect' in options)) {
      redefine(endpoint, 'sideEffect', options.method === 'GET' ? undefined : true);
    }
    return endpoint;
  }

  get push(): object {
    return listEndpointOf(this, 'push');
  }
  get unshift(): object {
    return listEndpointOf(this, 'unshift');
  }
  get assign(): object {
    return listEndpointOf(this, 'assign');
  }
  get remove(): object {
    return listEndpointOf(this, 'remove');
  }
  get move(): object {
    return listEndpointOf(this, 'move');
  }
  get getPage(): object {
    return listEndpointOf(this, 'getPage');
  }

  paginated(cursor: string | ((...args: never[]) => readonly unknown[])): object {
    return listEndpointOf(this, 'getPage', cursor);
  }
}

// Not a class field: fields win over options.
redefine(RestEndpointFunction.prototype, 'urlPrefix', '');
