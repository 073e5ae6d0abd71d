import { combineSignals, type HttpEndpoint } from '../rest/HttpEndpoint.ts';
import { NetworkError } from '../rest/NetworkError.ts';
import { readResponse } from '../rest/readResponse.ts';
import { nameOfShape } from '../../data/schema/nameOfShape.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { type GQLError, GQLNetworkError } from './GQLNetworkError.ts';
import type { GQLResult } from './GQLOptions.ts';

/** Reads a GraphQL response over HTTP. Servers send errors with any status. */
export async function readResult(
  response: Response,
  owner: HttpEndpoint & { readonly url: string },
): Promise<GQLResult> {
  const signal = combineSignals(owner.context?.signal, owner.signal);
  const request = { endpoint: owner.name, url: owner.url, method: 'POST', signal };
  let body: unknown;
  try {
    body = await readResponse(response, { ...request, hasSchema: true, mayBeEmpty: false });
  } catch (error) {
    const found = error instanceof NetworkError ? resultIn(error.body) : undefined;
    if (!found?.errors) throw error;
    // A retry reads the headers.
    const { status, response: failed } = error as NetworkError;
    const { errors, data } = found;
    throw new GQLNetworkError({ ...request, status, errors, data, response: failed });
  }
  const result = resultIn(body);
  if (result) return result;
  throw new StreambedError(
    'SB_ANSWER_SHAPE',
    `Endpoint "${owner.name}": expected an object with data or errors, got ${nameOfShape(body)}.`,
  );
}

function resultIn(body: unknown): GQLResult | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { data, errors } = body as { data?: unknown; errors?: unknown };
  const found =
    Array.isArray(errors) && errors.length > 0 ? { errors: errors.map(errorOf) } : undefined;
  return found || data !== undefined ? { data, ...found } : undefined;
}

/** Some servers send errors as text. */
function errorOf(error: unknown): GQLError {
  return typeof error === 'object' && error !== null
    ? { ...error, message: String((error as { message?: unknown }).message) }
    : { message: String(error) };
}
