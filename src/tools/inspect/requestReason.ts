import type { Request } from '../../kernel/requests/Request.ts';
import { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import { NO_RESULT } from '../../kernel/table/ResultRecord.ts';
import type { RequestReason } from './Recording.ts';

type Code = RequestReason['code'];

/** What each reason says, after `… fetched it: `. */
const SENTENCES: Readonly<Record<Code, string>> = {
  first: 'The key had no data.',
  stale: 'The data had expired.',
  expired: 'A call had expired the data.',
  invalidated: 'A call had invalidated the data.',
  conflict: 'The last request overlapped a mutation, so the order on the server was unknown.',
  lost: 'The data lacked an entity that was removed.',
  failed: 'The last request had failed, and its failure had expired.',
  retry: 'The try before had failed.',
  poll: 'The polling interval was over.',
  called: 'The program called for it; the data was valid.',
  part: 'A read of all loaded pages sends it.',
  mutation: 'The endpoint changes data.',
};

/** Why a request was sent. Call it when the request has begun, before its key knows of it. */
export function requestReason(
  request: Request,
  now: number,
  by: string | undefined,
): RequestReason {
  const code = codeOf(request, now);
  const who = by === undefined ? '' : ` Requested by ${by}.`;
  return { code, text: `${SENTENCES[code]}${who}`, by };
}

function codeOf({ attempt, endpoint, owner: stream, requests }: Request, now: number): Code {
  if (endpoint.sideEffect === true) return 'mutation';
  if (!(stream instanceof EndpointStream)) return 'part';
  if (attempt > 1) return 'retry';
  const row = requests.commits.shown.visible.result(stream.key) ?? NO_RESULT;
  if (stream.requests.refetch === 'in turn') return 'conflict';
  if (row.invalidatedSeq > row.seq) return 'invalidated';
  if (row.expiredSeq > row.seq) return 'expired';
  const { data, error, expiresAt } = stream.read();
  if (error) return expiresAt < now ? 'failed' : 'called';
  if (data === undefined) return row.hasResult ? 'lost' : 'first';
  if (expiresAt < now) return 'stale';
  return stream.endpoint.pollFrequency === undefined ? 'called' : 'poll';
}
