import { StreambedError } from '../shared/StreambedError.ts';

/**
 * The body of the endpoint `owner` as JSON. Throws `SB_BODY_UNSUPPORTED` if JSON cannot represent
 * it (cycles, bigints).
 */
export function jsonText(
  body: unknown,
  owner: string,
  replacer?: (name: string, value: unknown) => unknown,
): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(body, replacer);
  } catch (error) {
    cause = error;
  }
  if (text !== undefined) return text;
  throw new StreambedError(
    'SB_BODY_UNSUPPORTED',
    `Endpoint "${owner}": the body cannot be written as JSON.`,
    { cause },
  );
}
