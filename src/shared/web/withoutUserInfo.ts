/** The URL without `user:password@`. */
export function withoutUserInfo(url: string): string {
  if (!url.includes('@')) return url;
  return url.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//');
}
