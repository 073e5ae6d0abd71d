import { map, type Observable } from 'rxjs';
import { createStore, Entity } from 'streambed';
import { asArray, changes, type ChangeSet, filterChanges, sortChanges } from 'streambed/changes';
import { fixes } from '../../../src/shared/errorCatalogue.ts';

class Task extends Entity {
  id = '';
  title = '';
  static override key = 'Task';
}
type Tasks = ChangeSet<string, Task>;

/** What a subscriber of the stream gets first. */
function outcomeOf(stream: Observable<unknown>): unknown {
  let outcome: unknown;
  stream.subscribe({ next: (value) => (outcome = value), error: (error) => (outcome = error) });
  return outcome;
}

describe('a value between two operators that is no change set', () => {
  const store = createStore();
  store.set(Task, { id: '1', title: 'Row' });

  it.each<[string, (set: Tasks) => unknown, string]>([
    ['rows', ({ changes: all }) => all.map(({ key }) => key), 'an array'],
    ['a number', ({ changes: all }) => all.length, 'a number'],
    ['nothing', () => undefined, 'undefined'],
    ['an object', ({ version }) => ({ version }), 'an object'],
  ])('fails the stream with the fix: %s', (_what, project, shape) => {
    const mapped = changes(store, Task).pipe(map(project)) as Observable<Tasks>;
    expect(outcomeOf(mapped.pipe(filterChanges(() => true)))).toMatchObject({
      code: 'SB_CHANGES_SHAPE',
      message: `An operator for change sets received ${shape}. [SB_CHANGES_SHAPE] ${fixes.SB_CHANGES_SHAPE}`,
    });
    expect(fixes.SB_CHANGES_SHAPE).toContain('mapChanges()');
    expect(outcomeOf(mapped.pipe(asArray()))).toMatchObject({ code: 'SB_CHANGES_SHAPE' });
  });

  it('may be a copy of a change set', () => {
    const copied = changes(store, Task).pipe(map((set) => ({ ...set })));
    const titles = copied.pipe(
      sortChanges((a, b) => a.title.localeCompare(b.title)),
      asArray(),
    );
    expect(outcomeOf(titles)).toMatchObject([{ title: 'Row' }]);
  });
});
