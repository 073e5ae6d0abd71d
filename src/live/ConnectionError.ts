import { withoutSecrets } from '../web/withoutSecrets.ts';
import { SB_CONNECTION } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** What is known of a connection that was closed, or could not be made. */
export interface ConnectionErrorInit {
  /** Where it led to; without its query, which may hold a token. */
  readonly url: string;
  /** What happened, as the end of a sentence: `was closed by the server`. */
  readonly what: string;
  readonly closeCode?: number | undefined;
  readonly reason?: string | undefined;
  readonly cause?: unknown;
}

/** A live connection that was closed for good, or could not be made. Code `SB_CONNECTION`. */
export class ConnectionError extends StreambedError {
  override readonly name: string = 'ConnectionError';
  /** Close code of the WebSocket, or HTTP status of the event stream; `undefined` where there is none. */
  readonly closeCode: number | undefined;
  /** What the server says about it; often nothing. */
  readonly reason: string;

  constructor({ url, what, closeCode, reason = '', cause }: ConnectionErrorInit) {
    const code = closeCode === undefined ? '' : ` with ${closeCode}`;
    const said = reason === '' ? '' : ` ("${reason}")`;
    super(SB_CONNECTION, `The connection to ${withoutSecrets(url)} ${what}${code}${said}.`, {
      ...(cause !== undefined && { cause }),
    });
    this.closeCode = closeCode;
    this.reason = reason;
  }
}
