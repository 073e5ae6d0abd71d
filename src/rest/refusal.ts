import { EXCERPT_LENGTH } from './AnswerError.ts';
import { contentKind } from './contentKind.ts';
import { NetworkError } from './NetworkError.ts';
import { parseJson } from './parseJson.ts';
import type { RequestLabel } from './RequestLabel.ts';

/** The error for a response whose status is not OK, with its body as far as it can be read. */
export async function refusal(response: Response, label: RequestLabel): Promise<NetworkError> {
  const { status, statusText } = response;
  const body = await bodyOf(response);
  return new NetworkError({ ...label, status, statusText, body, response });
}

async function bodyOf(response: Response): Promise<unknown> {
  const kind = contentKind(response.headers.get('content-type') ?? '');
  let shown: string | undefined;
  try {
    if (kind === 'binary') await response.body?.cancel();
    else {
      const text = await response.text();
      shown = text.slice(0, EXCERPT_LENGTH) || undefined;
      if (kind === 'json') return parseJson(text);
    }
  } catch {
    // The status says what matters; a body that breaks off, or is no JSON, must not hide it.
  }
  return shown;
}
