import { type Context, Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';

/** The pause after each part of a body, ms: on this machine an upload would be over at once. */
const PAUSE = 8;

/** Photos: list, and send one as the field `photo` of a form. */
export function photoRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.get('/', (context) => context.json(state.photos.all));

  routes.post('/', async (context) => {
    const photo = (await readSlowly(context)).get('photo');
    if (!(photo instanceof File) || !photo.type.startsWith('image/')) {
      return problem(context, 422, 'This file is not a picture.');
    }
    return context.json(state.photos.add(photo), 201);
  });

  return routes;
}

async function readSlowly(context: Context): Promise<FormData> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = context.req.raw.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    await new Promise((over) => setTimeout(over, PAUSE));
  }
  const headers = { 'content-type': context.req.header('content-type') ?? '' };
  return new Response(new Blob(parts), { headers }).formData();
}
