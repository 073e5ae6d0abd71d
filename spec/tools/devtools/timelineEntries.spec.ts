import { Redactor } from '../../../src/tools/devtools/redact.ts';
import { changeCounts, changeText } from '../../../src/tools/devtools/timeline/entityChanges.ts';
import { entriesOf, type Entry } from '../../../src/tools/devtools/timeline/entries.ts';
import {
  entityKeysOf,
  type EntryFilter,
  filterEntries,
  NO_FILTER,
  typesOf,
} from '../../../src/tools/devtools/timeline/entryFilter.ts';
import { subjectOf } from '../../../src/tools/devtools/timeline/actionParts.ts';
import { inspectedStore } from '../inspect/support.ts';
import { ann, bob, Post, User } from '../../support/entities.ts';

const redactor = new Redactor();

const lines = (entries: readonly Entry[]): string[] =>
  entries.map((entry) =>
    entry.type === 'request'
      ? `→ ${entry.request.name}`
      : entry.commit.actions
          .map((action) => `${action.type} ${subjectOf(action, redactor)}`)
          .join(' + '),
  );

function recorded() {
  const kit = inspectedStore();
  const { clock, getUser, rename, requests, store } = kit;
  store.set(User, bob);
  store.observe(getUser, { id: '1' }).subscribe();
  clock.advance(10);
  requests.last.answer(ann);
  clock.advance(10);
  store.expireAll(getUser);
  requests.last.answer({ ...ann, name: 'Anna' });
  clock.advance(10);
  void store.fetch(rename, { id: '1', name: 'Annika' });
  clock.advance(10);
  requests.last.answer({ id: '1', name: 'Annika' });
  store.set(Post, { id: '7', title: 'Rain' });
  return { ...kit, entries: entriesOf(kit.recording) };
}

describe('the entries of a timeline', () => {
  it('are commits and requests in the order in which they happened, also within a millisecond', () => {
    const { entries } = recorded();
    expect(lines(entries)).toEqual([
      'set User',
      '→ getUser',
      "setResponse getUser({ id: '1' })",
      'expire getUser [{"id":"1"}]',
      '→ getUser',
      "setResponse getUser({ id: '1' })",
      '→ rename',
      "optimistic rename({ id: '1', name: 'Annika' })",
      "setResponse rename({ id: '1', name: 'Annika' })",
      'set Post',
    ]);
  });

  it('say how many entities a commit added, updated and removed', () => {
    const { recording, removeUser, requests, store } = recorded();
    void store.fetch(removeUser, { id: '2' });
    requests.last.answer({ id: '2' });
    const texts = recording.commits.map(({ changes }) =>
      changeCounts(changes).map((count) => `${count.entityKey}: ${changeText(count)}`),
    );
    expect(texts.filter((text) => text.length > 0)).toEqual([
      ['User: 1 added'],
      ['User: 1 added'],
      ['User: 1 updated'],
      ['User: 1 updated'],
      ['Post: 1 added'],
      ['User: 1 removed'],
    ]);
  });
});

describe('the filter of a timeline', () => {
  const filtered = (filter: Partial<EntryFilter>): string[] =>
    lines(filterEntries(recorded().entries, { ...NO_FILTER, ...filter }, redactor));

  it('leaves the same array if it is empty', () => {
    const { entries } = recorded();
    expect(filterEntries(entries, { ...NO_FILTER, text: ' ' }, redactor)).toBe(entries);
  });

  it('finds entries with all words of a text, in any order and case', () => {
    expect(filtered({ text: 'RENAME optimistic' })).toEqual([
      "optimistic rename({ id: '1', name: 'Annika' })",
    ]);
    expect(filtered({ text: 'nothing' })).toEqual([]);
    // A reason.
    expect(filtered({ text: 'a call had expired' })).toEqual(['→ getUser']);
    // A stream that emitted.
    expect(filtered({ text: '#4 getUser' })).toEqual(["setResponse getUser({ id: '1' })"]);
  });

  it('finds entries by type and by entity key', () => {
    expect(filtered({ type: 'request' })).toEqual(['→ getUser', '→ getUser', '→ rename']);
    expect(filtered({ type: 'expire' })).toEqual(['expire getUser [{"id":"1"}]']);
    expect(filtered({ entityKey: 'Post' })).toEqual(['set Post']);
  });

  it('knows the types and entity keys to choose from', () => {
    const { entries } = recorded();
    expect(typesOf(entries)).toEqual(['set', 'request', 'setResponse', 'expire', 'optimistic']);
    expect(entityKeysOf(entries)).toEqual(['Post', 'User']);
  });

  it('does not find secrets', () => {
    const { getUser, recording, store } = inspectedStore();
    store.observe(getUser, { id: '1', token: 'hunter2' }).subscribe();
    const entries = entriesOf(recording);
    expect(entries).toHaveLength(1);
    expect(filterEntries(entries, { ...NO_FILTER, text: 'hunter2' }, redactor)).toEqual([]);
  });
});
