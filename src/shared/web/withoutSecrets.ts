import { withoutUserInfo } from './withoutUserInfo.ts';

/**
 * A URL that messages may show: without query, fragment and user info, which may contain tokens.
 */
export function withoutSecrets(url: string): string {
  return withoutUserInfo(url.replace(/[?#][^]*$/, ''));
}
