import type { Store } from 'streambed';
import { UserResource } from './data.ts';

/** Create, rename, delete: the list emits each change at once, and again when it is confirmed. */
export async function showPeople(store: Store) {
  console.log('People');
  await store.fetch(UserResource.getList);
  const list = store.observe(UserResource.getList).subscribe(({ data = [], optimistic }) => {
    const last = data.at(-1)?.name;
    console.log(
      `  ${data.length} people, the last is ${last}${optimistic ? ' (not confirmed)' : ''}`,
    );
  });

  const creation = store.fetch(UserResource.getList.push, { name: 'Mira Solberg' });
  const mira = await creation;
  console.log(`  created with the id ${mira.id}`);

  await store.fetch(UserResource.update, { id: mira.id }, { name: 'Mira S.' });
  await store.fetch(UserResource.delete, { id: mira.id });
  console.log('  renamed and deleted');
  list.unsubscribe();
}
