import { withoutSecrets } from '../../shared/web/withoutSecrets.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

/** The facts about a connection that was closed, or could not be made. */
export interface ConnectionErrorInit {
  /** The URL of the connection. The message omits its query, which may hold a token. */
  readonly url: string;
  /** What happened, as the end of a sentence: `was closed by the server`. */
  readonly what: string;
  readonly closeCode?: number | undefined;
  readonly reason?: string | undefined;
  readonly cause?: unknown;
}

/** A live connection was closed for good, or could not be made. Code `SB_CONNECTION`. */
export class ConnectionError extends StreambedError {
  override readonly name: string = 'ConnectionError';
  /**
   * The close code of the WebSocket, or the HTTP status of the event stream; `undefined` if there
   * is none.
   */
  readonly closeCode: number | undefined;
  /** The reason that the server gives; often empty. */
  readonly reason: string;

  constructor({ url, what, closeCode, reason = '', cause }: ConnectionErrorInit) {
    const code = closeCode === undefined ? '' : ` with ${closeCode}`;
    const quoted = reason === '' ? '' : ` ("${reason}")`;
    super('SB_CONNECTION', `The connection to ${withoutSecrets(url)} ${what}${code}${quoted}.`, {
      ...(cause !== undefined && { cause }),
    });
    this.closeCode = closeCode;
    this.reason = reason;
  }
}
