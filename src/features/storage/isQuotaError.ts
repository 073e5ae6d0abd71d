import { asError } from '../../shared/asError.ts';

/** Whether a database, a key-value store or a file system refused a write for lack of room. */
export function isQuotaError(error: unknown): boolean {
  const { name, message } = asError(error);
  return /quota|disk is full|sqlite_full|no space left/i.test(`${name} ${message}`);
}
