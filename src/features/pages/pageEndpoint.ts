import { tap } from 'rxjs';
import type {
  EndpointInterface,
  PageList,
  ReadEndpoint,
} from '../../data/endpoint/EndpointInterface.ts';
import type { Call } from '../../kernel/requests/Requests.ts';
import { toObservable } from '../../kernel/requests/toObservable.ts';
import type { ListRow } from '../../data/schema/collection/PageNotes.ts';
import type { ListSchema } from '../../data/schema/collection/ListSchema.ts';
import type { Args } from '../../shared/copyArgs.ts';

/** What makes an endpoint one for a page. */
interface PageOptions {
  /** The schema of the endpoint with that of a page in place of the list. */
  readonly schema: unknown;
  /** Called with the response, before it is stored. */
  readonly responded?: (response: unknown) => void;
}

/** The row of the list that `args` name. */
export function rowOfList(list: ListSchema, args: Args): ListRow {
  return { kind: list.key, pk: list.identity(args, undefined, undefined).pk };
}

/**
 * The endpoint for a page of the list of a call, whose key `call` has. Its response adds the page to
 * the list.
 */
export function pageEndpoint(
  base: ReadEndpoint,
  { args, key }: Pick<Call, 'args' | 'key'>,
  list: ListSchema,
  { schema, responded }: PageOptions,
): ReadEndpoint {
  const pageOf = (): PageList => ({
    key,
    schema: base.schema,
    ...rowOfList(list, args),
    pageRequest: (listKey) => ({ page: { listKey }, after: undefined }),
  });
  const members: PropertyDescriptorMap = { schema: { value: schema }, pageOf: { value: pageOf } };
  if (responded) {
    members.fetch = {
      value(this: EndpointInterface, ...given: Args): unknown {
        const source: unknown = base.fetch
          ? base.fetch.apply(this, given as never)
          : Reflect.apply(base, this, given);
        return toObservable(source).pipe(tap(responded));
      },
    };
  }
  // The cast holds: all that the store uses of an endpoint is inherited.
  return Object.create(base, members) as ReadEndpoint;
}
