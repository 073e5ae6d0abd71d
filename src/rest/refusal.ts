import { EXCERPT_LENGTH } from './AnswerError.ts';
import { contentKind } from './contentKind.ts';
import { NetworkError } from './NetworkError.ts';
import type { RequestLabel } from './RequestLabel.ts';
import { withoutBom } from './withoutBom.ts';

/** The error for an answer whose status is not OK, with its body as far as it can be read. */
export async function refusal(
  response: Response,
  { endpoint, method, url }: RequestLabel,
): Promise<NetworkError> {
  const { status, statusText } = response;
  const body = await bodyOf(response);
  return new NetworkError({ endpoint, method, url, status, statusText, body, response });
}

async function bodyOf(response: Response): Promise<unknown> {
  const kind = contentKind(response.headers.get('content-type') ?? '');
  try {
    if (kind === 'binary') {
      await response.body?.cancel();
      return undefined;
    }
    const text = await response.text();
    if (text === '') return undefined;
    return kind === 'json' ? parsed(text) : text.slice(0, EXCERPT_LENGTH);
  } catch {
    // The status says what matters; a body that breaks off must not hide it.
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(withoutBom(text)) as unknown;
  } catch {
    return text.slice(0, EXCERPT_LENGTH);
  }
}
