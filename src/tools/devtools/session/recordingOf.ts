import { NEVER } from 'rxjs';
import type { Recording, Timeline } from '../../inspect/Recording.ts';

/** A timeline as a recording that is paused for ever. */
export function recordingOf(timeline: Timeline): Recording {
  const { commits, requests, start } = timeline;
  const nothing = (): void => {};
  return {
    start,
    commits,
    requests,
    originOf: (entityKey, pk) => timeline.originOf(entityKey, pk),
    changed$: NEVER,
    isPaused: true,
    pause: nothing,
    resume: nothing,
    clear: nothing,
    stop: nothing,
  };
}
