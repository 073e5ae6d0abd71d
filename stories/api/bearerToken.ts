import type { Context } from 'hono';

/** The token of the header `Authorization: Bearer …`. */
export function bearerToken(context: Context): string | undefined {
  return /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
}
