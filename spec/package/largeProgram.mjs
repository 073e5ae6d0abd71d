/**
 * The files of a program like a large application: types of entities that refer to each other, five
 * endpoints for each – item, page, creation, change, removal – and a resource, and a module that
 * reads and writes with all of them. With zero types the program only imports the package: that
 * cost does not come from endpoints.
 */
export function largeProgram(kinds) {
  const main = `import { createStore } from 'streambed';
import { useSuspense } from 'streambed/react';

export const store = createStore();
export const hook = useSuspense;
`;
  const numbers = Array.from({ length: kinds }, (_, at) => at);
  return {
    'store.ts': main,
    ...Object.fromEntries(numbers.flatMap((at) => [entity(at), endpoints(at), uses(at)])),
  };
}

function entity(at) {
  const other = at === 0 ? undefined : at - 1;
  const nested =
    other === undefined
      ? ''
      : `  readonly parent: Kind${other} = Kind${other}.fromJS();
  readonly others: readonly Kind${other}[] = [];
  static override schema = { parent: Kind${other}, others: [Kind${other}], at: (text: string) => new Date(text) };
`;
  const code = `import { Entity } from 'streambed';
${other === undefined ? '' : `import { Kind${other} } from './Kind${other}.js';\n`}
export class Kind${at} extends Entity {
  readonly id: string = '';
  readonly name${at}: string = '';
  readonly count: number = 0;
  readonly at: Date = new Date(0);
${nested}  static override key = 'Kind${at}';
}
`;
  return [`Kind${at}.ts`, code];
}

function endpoints(at) {
  const path = `/teams/:team/kind${at}s`;
  const code = `import { RestEndpoint, resource, schema } from 'streambed';
import { Kind${at} } from './Kind${at}.js';

export const getOne = new RestEndpoint({ path: '${path}/:id', schema: Kind${at} });
export const getPage = new RestEndpoint({
  path: '${path}?page=:page',
  schema: { results: new schema.All(Kind${at}), next: '' },
  searchParams: {} as { name${at}?: string },
});
export const create = new RestEndpoint({
  path: '${path}',
  method: 'POST',
  schema: Kind${at},
  body: {} as { name${at}: string },
});
export const update = getOne.extend({
  method: 'PUT',
  body: {} as { name${at}: string; count?: number },
  getOptimisticResponse(snapshot, { id }, body) {
    return { ...snapshot.get(Kind${at}, { id }), ...body };
  },
});
export const remove = new RestEndpoint({
  path: '${path}/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(Kind${at}),
});
export const Kind${at}Resource = resource({ path: '/kind${at}s/:id', schema: Kind${at} });
`;
  return [`endpoints${at}.ts`, code];
}

function uses(at) {
  const code = `import { useSuspense } from 'streambed/react';
import { create, getOne, getPage, Kind${at}Resource, remove, update } from './endpoints${at}.js';
import { Kind${at} } from './Kind${at}.js';
import { store } from './store.js';

export function useKind${at}(id: string | undefined): number {
  const page = useSuspense(getPage, { team: 1, page: 2, name${at}: 'x' });
  const one = useSuspense(getOne, { team: 1, id: page.results[0].id });
  const list = useSuspense(Kind${at}Resource.getList);
  const first = useSuspense(Kind${at}Resource.get, { id: list[0].id });
  const maybe = useSuspense(getOne, id ? { team: 1, id } : null);
  return one.name${at}.length + first.count + (maybe?.at.getTime() ?? 0) + page.next.length;
}

export async function change${at}(): Promise<string> {
  const kept = store.observe(getOne, { team: 1, id: 2 }).subscribe(({ data }) => data?.count.toFixed());
  const made = await store.fetch(create, { team: 1 }, { name${at}: 'x' });
  const changed = await store.fetch(update, { team: 1, id: made.id }, { name${at}: 'y' });
  await store.fetch(remove, { team: 1, id: changed.id });
  store.set(Kind${at}, { id: '1' }, (previous) => ({ ...previous, count: previous.count + 1 }));
  kept.unsubscribe();
  return store.get(Kind${at}, { id: '1' })?.name${at} ?? '';
}
`;
  return [`uses${at}.ts`, code];
}
