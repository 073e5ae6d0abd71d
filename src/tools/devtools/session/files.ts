import { exportSession } from '../sessionFile/exportSession.ts';
import { importSession } from '../sessionFile/importSession.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import type { DevtoolsSession } from './DevtoolsSession.ts';

/** Larger files are not read, in bytes. */
const MAX_SIZE = 250_000_000;

/** Downloads the recording of a session as a file. */
export function downloadSession({ recording, redact }: DevtoolsSession): void {
  const text = exportSession(recording, redact ? { redact } : {});
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const link = document.createElement('a');
  link.href = url;
  link.download = `streambed-session-${time}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows the session of a file in the panel. Rejects with `SB_SESSION_INVALID`. */
export async function openSession(session: DevtoolsSession, file: File): Promise<void> {
  if (file.size > MAX_SIZE) {
    throw new StreambedError('SB_SESSION_INVALID', `The file ${file.name} is larger than 250 MB.`);
  }
  session.showImported(importSession(await file.text()));
}
