import type { StorePlugin } from 'streambed';
import { internalsOf } from '../../../../src/kernel/store/internalsOf.ts';
import { FRAME, type Recorder } from './Recorder.ts';

/**
 * Records the state of each observed key, and each commit. It reads states instead of subscribing:
 * a subscriber would retain the key, and requests that should be aborted would go on.
 */
export function watchStore(recorder: Recorder): StorePlugin {
  return (store) => {
    const { byKey } = internalsOf(store).streams;
    const readStates = (): void => {
      for (const [key, stream] of byKey) {
        recorder.stateIs(key, stream.isHeld ? stream.read() : undefined);
      }
    };
    // Requests start and data expires without a commit.
    const timer = setInterval(readStates, FRAME);
    const commits = store.commits$.subscribe(({ actions }) => {
      recorder.committed(actions.map(({ type }) => type).join(', '));
      readStates();
    });
    return () => {
      clearInterval(timer);
      commits.unsubscribe();
    };
  };
}
