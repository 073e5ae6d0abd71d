import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { Journey } from './Journey.ts';
import { Replay } from './Replay.ts';

/** The time travel of a session. */
export interface Travel {
  readonly journey: Journey;
  readonly replay: Replay;
}

const travels = new WeakMap<DevtoolsSession, Travel>();

/** The time travel of a session: it goes on while another tab is shown. */
export function travelOf(session: DevtoolsSession): Travel {
  let travel = travels.get(session);
  if (!travel) {
    const { inspector, isImported, recording } = session;
    travel = {
      journey: new Journey(inspector, recording, !isImported),
      replay: new Replay(inspector),
    };
    travels.set(session, travel);
  }
  return travel;
}
