/** How large the program is that the budget of the types is measured with. */
export const SIZE = { entities: 60, endpoints: 300 };

/**
 * The files of a program as a large application has it: 60 kinds of entities that refer to each other, for each of them five endpoints
 * – item, list, creation, change, removal – and a module that reads and writes with every one. With `isEmpty` the program only imports the
 * package: what that costs is not the fault of the endpoints.
 */
export function largeProgram({ isEmpty = false } = {}) {
  const shell = `import { createStore } from 'streambed';\nimport { useSuspense } from 'streambed/react';\n`;
  if (isEmpty) return { 'main.ts': `${shell}export const program = [createStore, useSuspense];\n` };
  const numbers = Array.from({ length: SIZE.entities }, (_, at) => at);
  return {
    'store.ts': `import { createStore } from 'streambed';\nexport const store = createStore();\n`,
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
  const code = `import { RestEndpoint, schema } from 'streambed';
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
  getOptimisticResponse(snapshot, ...args) {
    return [snapshot.fetchedAt, args];
  },
});
export const remove = new RestEndpoint({
  path: '${path}/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(Kind${at}),
});
`;
  return [`endpoints${at}.ts`, code];
}

function uses(at) {
  const code = `import { useSuspense } from 'streambed/react';
import { create, getOne, getPage, remove, update } from './endpoints${at}.js';
import { Kind${at} } from './Kind${at}.js';
import { store } from './store.js';

export function useKind${at}(id: string | undefined): number {
  const page = useSuspense(getPage, { team: 1, page: 2, name${at}: 'x' });
  const one = useSuspense(getOne, { team: 1, id: page.results[0].id });
  const maybe = useSuspense(getOne, id ? { team: 1, id } : null);
  return one.name${at}.length + (maybe?.at.getTime() ?? 0) + page.next.length;
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
