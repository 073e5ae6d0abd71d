import { areFixed } from '../../data/endpoint/areFixed.ts';
import { acceptsEmpty } from '../../data/schema/resolveSchema.ts';
import type {
  ListChange,
  ListMaker,
  ListOwner,
  PageCursor,
} from '../../data/schema/collection/listEndpoint.ts';
import { descriptorOf, redefine } from '../../shared/redefine.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { withoutUserInfo } from '../../shared/web/withoutUserInfo.ts';
import { buildUrl, matchPath, startOf } from './buildUrl.ts';
import { combineSignals, HttpEndpoint, withContextHeaders } from './HttpEndpoint.ts';
import { templateOf } from './parsePath.ts';
import { type Content, readResponse } from './readResponse.ts';
import { bodyKey, requestInitOf } from './requestInit.ts';
import type { RestOptions } from './RestOptions.ts';
import { addSearch } from './urlText.ts';

/** The implementation of {@link RestEndpoint}, which has the public types. */
export class RestEndpointFunction extends HttpEndpoint {
  protected static readonly hasDefaults = /* @__PURE__ */ setDefaults(this);

  declare readonly path: string;
  declare readonly body?: unknown;
  declare readonly urlPrefix: string;
  declare readonly content?: Content | undefined;
  declare readonly paginationField?: string | undefined;
  declare readonly movePath?: string | undefined;
  declare readonly optimistic?: boolean | undefined;

  constructor(options: RestOptions) {
    super(undefined, options);
    if (typeof options.path === 'string') templateOf(this);
  }

  override get name(): string {
    const { urlPrefix, path } = this;
    return startOf(withoutUserInfo(urlPrefix), path) + path;
  }

  override set name(name: string) {
    redefine(this, 'name', name);
  }

  get method(): string {
    // Getters do not count: they may depend on the method.
    const { prototype } = RestEndpointFunction;
    const isMutation = descriptorOf(this, 'sideEffect', prototype)?.value === true;
    return isMutation || this.body !== undefined ? 'POST' : 'GET';
  }

  set method(method: string) {
    redefine(this, 'method', method);
  }

  get sideEffect(): boolean | undefined {
    return this.method === 'GET' ? undefined : true;
  }

  set sideEffect(sideEffect: boolean | undefined) {
    redefine(this, 'sideEffect', sideEffect);
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

  override async fetch(...args: unknown[]): Promise<unknown> {
    const url = this.url(...args);
    const init = await this.getRequestInit(args[bodyIndex(this, args)]);
    const response = await this.fetchResponse(url, withContextHeaders(this, init));
    return this.process(await this.parseResponse(response, url), ...args);
  }

  override key(...args: unknown[]): string {
    const request = `${this.method} ${this.url(...args)}`;
    const body = args.length > 0 ? args[bodyIndex(this, args)] : undefined;
    const isInKey = body !== undefined && body !== null && !this.sideEffect;
    return isInKey ? `${request} ${bodyKey(body, this)}` : request;
  }

  override testKey(key: string): boolean {
    const { path } = templateOf(this);
    const fixed = typeof path[0] === 'string' ? path[0] : '';
    // Without fixed text, the path is empty, or begins with a slash or a value.
    return [fixed, '/', '0'].some((text) => {
      const start = `${this.method} ${startOf(this.urlPrefix, text)}`;
      // Rejects most keys of a store early.
      if (!key.startsWith(start + fixed)) return false;
      return matchPath(path, key.slice(start.length).split(/[? ]/, 1)[0]);
    });
  }

  override get isKeyOfArgs(): boolean {
    const members = ['key', 'url', 'urlPrefix', 'path', 'searchToString'];
    return areFixed(this, RestEndpointFunction, members);
  }

  url(...args: unknown[]): string {
    const hasParams = args.length > 0 && bodyIndex(this, args) > 0;
    return buildUrl(templateOf(this), hasParams ? args[0] : undefined, this);
  }

  /** @internal Parameters of the last segment, or of a search where the path has none, name the response. */
  parentArgs(args: readonly unknown[]): readonly unknown[] | undefined {
    if (typeof this.path !== 'string') return undefined;
    const { path } = templateOf(this);
    let last: readonly string[] | undefined;
    for (const [at, part] of path.entries()) {
      const isSlashAtEnd = part === '/' && at === path.length - 1;
      if (typeof part !== 'string') {
        if ('name' in part) last = [...(last ?? []), part.name];
      } else if (part.includes('/') && !isSlashAtEnd) last &&= [];
    }
    if (!last) return [];
    const others = { ...(args[0] as Readonly<Record<string, unknown>>) };
    for (const name of last) delete others[name];
    return [others, ...args.slice(1)];
  }

  searchToString(params: Readonly<Record<string, unknown>>): string {
    const pairs: string[] = [];
    for (const name of Object.keys(params).sort()) addSearch(pairs, name, params[name], this);
    return pairs.join('&');
  }

  getRequestInit(body?: unknown): Promise<RequestInit> {
    return requestInitOf(this, this.method, body);
  }

  get isUpdate(): boolean {
    return this.method === 'PUT' || this.method === 'PATCH';
  }

  get isProcessed(): boolean {
    return this.process !== RestEndpointFunction.prototype.process;
  }

  parseResponse(response: Response, url = response.url): Promise<unknown> {
    const { schema, sideEffect } = this;
    return readResponse(response, {
      endpoint: this.name,
      method: this.method,
      url,
      content: this.content,
      hasSchema: schema !== undefined && schema !== null,
      isRead: !sideEffect,
      // A schema that removes needs no data.
      mayBeText: acceptsEmpty(schema),
      mayBeEmpty: !schema || sideEffect === true || this.isProcessed,
      signal: combineSignals(this.context?.signal, this.signal),
    });
  }

  process(value: unknown, ..._args: unknown[]): unknown {
    return value;
  }

  override extend(options: Partial<RestOptions>): object {
    const endpoint = super.extend(options) as this;
    if (typeof options.path === 'string') templateOf(endpoint);
    if (options.method && !('sideEffect' in options)) {
      redefine(endpoint, 'sideEffect', options.method === 'GET' ? undefined : true);
    }
    return endpoint;
  }

  paginated(cursor: string | ((...args: never[]) => readonly unknown[])): object {
    return listEndpointOf(this, 'getPage', cursor);
  }
}

/** Fields would win over options. */
function setDefaults({ prototype }: { readonly prototype: object }): true {
  redefine(prototype, 'urlPrefix', '');
  return true;
}

/**
 * Returns the endpoint that changes the list in the schema of `owner`, or that adds a page to it.
 * The `schema.Collection` makes it, so bundles without a collection do not contain this code.
 * Throws `SB_SCHEMA_INVALID` without a list.
 */
function listEndpointOf(
  owner: ListOwner,
  change: ListChange | 'getPage',
  cursor?: PageCursor,
): object {
  const endpoint = makerIn(owner.schema)?.listEndpoint(owner, change, cursor);
  if (endpoint) return endpoint;
  throw new StreambedError(
    'SB_SCHEMA_INVALID',
    `Endpoint "${owner.name}": ${change} needs a list with an identity, such as \`schema: new schema.Collection([User])\`.`,
  );
}

/** Finds any collection in a schema; the collection itself finds the one that is meant. */
function makerIn(schema: unknown, seen = new Set<unknown>()): ListMaker | undefined {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return undefined;
  // The cast holds: only collections have this member. An import would add Collection to every
  // bundle.
  if ('listEndpoint' in schema) return schema as ListMaker;
  seen.add(schema);
  for (const part of Object.values(schema)) {
    const found = makerIn(part, seen);
    if (found) return found;
  }
  return undefined;
}

/** Methods that never send a body. */
const WITHOUT_BODY: readonly string[] = ['GET', 'HEAD', 'DELETE'];

/**
 * The index of the body in the arguments of a call; their number without a body. An endpoint takes a
 * body if its method has one and `body` is not declared as undefined. Two arguments are parameters
 * and body. One argument is the body, unless the path requires parameters.
 */
function bodyIndex(endpoint: RestEndpointFunction, { length }: readonly unknown[]): number {
  const takesBody =
    !WITHOUT_BODY.includes(endpoint.method) && !('body' in endpoint && endpoint.body === undefined);
  if (!takesBody) return length;
  return length < 2 && templateOf(endpoint).required.size === 0 ? 0 : 1;
}
