import { openSession } from '../../../src/tools/devtools/session/files.ts';
import { sessionOf } from '../../../src/tools/devtools/session/sessions.ts';
import { exportSession } from '../../../src/tools/devtools/sessionFile/exportSession.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { ann, bob, User } from '../../support/entities.ts';

/** A file with a session of one commit. */
function sessionFile(): File {
  const store = createStore();
  const { recording } = sessionOf(store);
  store.set(User, ann);
  return new File([exportSession(recording)], 'session.json');
}

describe('openSession', () => {
  it('shows the session of a file in the panel, its snapshots on the page, and then the present', async () => {
    const store = createStore();
    const session = sessionOf(store);
    store.set(User, bob);
    await openSession(session, sessionFile());
    const imported = session.imported$.value!;
    expect(imported.isImported).toBe(true);
    expect(imported.route$.value).toEqual({ tab: 'timeline' });
    const { commits } = imported.recording;
    imported.inspector.show(commits[0].snapshot);
    expect(store.get(User, { id: '1' })?.name).toBe('Ann');
    imported.recording.clear();
    expect(imported.recording.commits).toBe(commits);
    expect(imported.recording.originOf('User', '1')?.commit).toBe(commits[0]);
    session.leaveImported();
    expect(session.imported$.value).toBeUndefined();
    expect(store.get(User, { id: '1' })).toBeUndefined();
    expect(store.get(User, { id: '2' })?.name).toBe('Bob');
  });

  it('rejects a file that is no session, and leaves the panel as it is', async () => {
    const session = sessionOf(createStore());
    const opened = openSession(session, new File(['hello'], 'hello.txt'));
    await expect(opened).rejects.toMatchObject({ code: 'SB_SESSION_INVALID' });
    expect(session.imported$.value).toBeUndefined();
  });
});
