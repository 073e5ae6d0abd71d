import { barsOf } from '../../../src/tools/devtools/requests/waterfall.ts';
import { Journey } from '../../../src/tools/devtools/timeline/Journey.ts';
import { Replay } from '../../../src/tools/devtools/timeline/Replay.ts';
import { inspectedStore } from '../inspect/support.ts';
import { ann, bob, User } from '../../support/entities.ts';

function travelled() {
  const kit = inspectedStore();
  const { clock, inspector, recording, store } = kit;
  const names: (string | undefined)[] = [];
  store.query(User, { id: '1' }).subscribe((user) => names.push(user?.name));
  store.set(User, ann);
  clock.advance(200);
  store.set(User, { id: '1', name: 'Anna' });
  clock.advance(60_000);
  store.set(User, { id: '1', name: 'Annika' });
  names.length = 0;
  const journey = new Journey(inspector, recording);
  const replay = new Replay(inspector, clock);
  return { ...kit, journey, names, replay };
}

describe('a journey', () => {
  it('steps through the commits, from the present to the start of the recording and back', () => {
    const { journey, names, recording } = travelled();
    const shown = [-1, -1, -5, 1, 1, 1, 1].map((by) => journey.step(by)?.version);
    expect(shown).toEqual([2, 1, undefined, 1, 2, 3, 3]);
    expect(names).toEqual(['Anna', 'Ann', undefined, 'Ann', 'Anna', 'Annika']);
    expect(journey.shown).toBe(recording.commits[2].snapshot);
    journey.showPresent();
    expect(journey.shown).toBeUndefined();
  });

  it('knows the commits that wait until the present is shown', () => {
    const { journey, names, recording, store } = travelled();
    expect(journey.heldCount).toBe(0);
    journey.showCommit(recording.commits[0]);
    store.set(User, { id: '1', name: 'Nina' });
    store.set(User, bob);
    expect(journey.heldCount).toBe(2);
    expect(recording.commits.map((commit) => journey.isHeld(commit))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    // A held commit can be shown; it is still not in the present that the page left.
    journey.showCommit(recording.commits[3]);
    expect(journey.heldCount).toBe(2);
    journey.showPresent();
    expect(journey.heldCount).toBe(0);
    expect(names).toEqual(['Ann', 'Nina']);
  });

  it('knows the responses that wait until the present is shown', () => {
    const { clock, getUser, journey, recording, requests, store } = travelled();
    store.observe(getUser, { id: '2' }).subscribe();
    clock.advance(10);
    journey.showStart();
    clock.advance(10);
    requests.last.answer(bob);
    expect(journey.heldRequestCount).toBe(1);
    const [request] = recording.requests;
    const sentAt = request.attempts[0];
    expect(request).toMatchObject({
      heldAt: sentAt + 20,
      settledAt: undefined,
      outcome: 'pending',
    });
    clock.advance(10);
    journey.showPresent();
    expect(journey.heldRequestCount).toBe(0);
    expect(request).toMatchObject({ settledAt: sentAt + 30, outcome: 'stored' });
    expect(barsOf(request, clock.now()).map(({ from, state, to }) => [state, from, to])).toEqual([
      ['stored', sentAt, sentAt + 20],
      ['held', sentAt + 20, sentAt + 30],
    ]);
  });

  it('follows other devtools that travel', () => {
    const { inspector, journey, recording, store } = travelled();
    inspector.show(recording.start);
    expect(journey.shown).toBe(recording.start);
    store.set(User, { id: '1', name: 'Nina' });
    expect(journey.heldCount).toBe(1);
    inspector.showPresent();
    expect(journey.heldCount).toBe(0);
  });
});

describe('a replay', () => {
  it('shows commits at the recorded pace, and pauses for a second at most', () => {
    const { clock, names, recording, replay } = travelled();
    const states: (number | undefined)[] = [];
    replay.state$.subscribe((state) => states.push(state?.step));
    replay.play(recording.commits);
    expect(names).toEqual(['Ann']);
    clock.advance(199);
    expect(names).toEqual(['Ann']);
    clock.advance(1);
    expect(names).toEqual(['Ann', 'Anna']);
    clock.advance(999);
    expect(names).toEqual(['Ann', 'Anna']);
    clock.advance(1);
    expect(names).toEqual(['Ann', 'Anna', 'Annika']);
    expect(states).toEqual([undefined, 1, 2, 3, undefined]);
  });

  it('is faster at a higher speed', () => {
    const { clock, names, recording, replay } = travelled();
    replay.setSpeed(4);
    replay.play(recording.commits);
    clock.advance(50);
    clock.advance(249);
    expect(names).toEqual(['Ann', 'Anna']);
    clock.advance(1);
    expect(names).toEqual(['Ann', 'Anna', 'Annika']);
  });

  it('stops where it is, and leaves no timer', () => {
    const { clock, inspector, names, recording, replay } = travelled();
    replay.play(recording.commits);
    replay.stop();
    clock.advance(10_000);
    expect(names).toEqual(['Ann']);
    expect(replay.state$.value).toBeUndefined();
    expect(inspector.shown$.getValue()).toBe(recording.commits[0].snapshot);
  });

  it('stops when the present is shown, and when the store is disposed', () => {
    const shown = travelled();
    shown.replay.play(shown.recording.commits);
    shown.inspector.showPresent();
    shown.clock.advance(10_000);
    expect(shown.names).toEqual(['Ann', 'Annika']);
    const disposed = travelled();
    disposed.replay.play(disposed.recording.commits);
    disposed.store.dispose();
    disposed.clock.advance(10_000);
    expect(disposed.names).toEqual(['Ann']);
  });
});
