import type { FetchFunction } from '../endpoint/EndpointInterface.ts';
import type { OptionOf } from '../endpoint/EndpointOptions.ts';
import type { PathArgs, Show } from './PathArgs.ts';
import type { EntityClass } from '../schema/Schema.ts';

/** The method: `MethodOf<{ path: '/x'; body: User }>` → `'POST'`. */
export type MethodOf<O> =
  OptionOf<O, 'method'> extends infer M extends string
    ? M
    : OptionOf<O, 'sideEffect'> extends true
      ? 'POST'
      : OptionOf<O, 'body'> extends undefined
        ? 'GET'
        : 'POST';

/** `SideEffectOf<{ path: '/x'; method: 'PUT' }>` → `true`; an explicit one wins. */
export type SideEffectOf<O> = 'sideEffect' extends keyof O
  ? Extract<O['sideEffect'], boolean | undefined>
  : MethodOf<O> extends 'GET'
    ? undefined
    : true;

/**
 * The parameters for path and query: `ParamsOf<{ path: '/users/:id'; searchParams: { full?: boolean
 * } }>` → `{ id: string | number; full?: boolean }`.
 */
export type ParamsOf<O> = Show<PathArgs<OptionOf<O, 'path', string> & string> & SearchOf<O>>;
type SearchOf<O> = MaybeNone<OptionOf<O, 'searchParams'>>;

/** `MaybeNone<{ q: string }>` → `{ q: string }` · `MaybeNone<{ q: string } | undefined>` → `{ q: string } | { q?: undefined }` · `MaybeNone<undefined>` → `unknown`. */
type MaybeNone<S> = [S] extends [undefined]
  ? unknown
  : undefined extends S
    ? OrNone<Exclude<S, undefined>>
    : S;
type OrNone<S> = {} extends S ? S : S | { [N in keyof S]?: undefined };

/**
 * The arguments of a REST endpoint. If all parameters are optional, you may omit them. If the method
 * has a body, it comes last:
 *
 * `RestArgs<{ path: '/users/:id' }>` → `[params: { id: string | number }]` ·
 * `RestArgs<{ path: '/users'; method: 'POST'; body: User }>` → `[body: User]` ·
 * `RestArgs<{ path: '/users/:id'; method: 'PUT'; body: User }>` → `[params: { id: string | number }, body: User]`
 */
export type RestArgs<O> =
  TakesBody<O> extends true
    ? WithBody<ParamsOf<O>, OptionOf<O, 'body', unknown>>
    : keyof ParamsOf<O> extends never
      ? []
      : {} extends ParamsOf<O>
        ? [params?: ParamsOf<O>]
        : [params: ParamsOf<O>];

/** Whether the last argument is a body: `TakesBody<{ path: '/x'; method: 'POST' }>` → `true`. */
export type TakesBody<O> = [OptionOf<O, 'body', unknown>] extends [undefined]
  ? false
  : MethodOf<O> extends 'GET' | 'HEAD' | 'DELETE'
    ? false
    : true;

type WithBody<P, B> = keyof P extends never
  ? BodyArg<B>
  : ({} extends P ? BodyArg<B> : never) | [params: P, ...BodyArg<B>];
type BodyArg<B> = undefined extends B ? [body?: B] : [body: B];

/**
 * What a call resolves to, before the schema: the result of `process`, else the type for `content`,
 * else unknown.
 */
export type RestValue<O> = O extends { process(...args: never[]): infer V }
  ? Awaited<V>
  : O extends { content: infer C }
    ? C extends keyof ContentTypes
      ? ContentTypes[C]
      : unknown
    : unknown;

interface ContentTypes {
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array> | null;
}

/** The function of a REST endpoint; a `fetch` in the options wins. */
export type RestFetch<O> = O extends { fetch: infer F extends FetchFunction }
  ? F
  : (...args: RestArgs<O>) => Promise<RestValue<O>>;

/**
 * The default body of a resource: the members of the entity, all optional. Text, numbers and booleans
 * keep their type; dates and nested entities are unknown, because the server decides their form.
 *
 * `ResourceBody<typeof Post>` → `{ id?: string; title?: string; author?: unknown }` · `ResourceBody<{ user: typeof User }>` → `unknown`
 */
export type ResourceBody<S> = S extends EntityClass ? BodyOf<S['prototype']> : unknown;

type BodyOf<I> = {
  [N in keyof I as I[N] extends (...args: never[]) => unknown ? never : N]?: Member<I[N]>;
};

type Member<T> = [Exclude<T, null | undefined>] extends [string | number | bigint | boolean]
  ? T | undefined
  : unknown;
