import type { Context } from 'hono';

/** The JSON body of the request if it is an object, else undefined. */
export async function readObject(context: Context): Promise<Record<string, unknown> | undefined> {
  try {
    const body: unknown = await context.req.json();
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
