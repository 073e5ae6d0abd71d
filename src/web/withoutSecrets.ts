import { withoutUserInfo } from './withoutUserInfo.ts';

/** A URL as messages may show it: tokens stand in the query, or before the host. */
export function withoutSecrets(url: string): string {
  return withoutUserInfo(url.replace(/[?#][^]*$/, ''));
}
