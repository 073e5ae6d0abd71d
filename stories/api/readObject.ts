import type { Context } from 'hono';

/** The request's JSON body if it is an object, else nothing. */
export async function readObject(context: Context): Promise<Record<string, unknown> | undefined> {
  try {
    const body: unknown = await context.req.json();
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
