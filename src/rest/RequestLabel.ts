/** Names a request in messages. */
export interface RequestLabel {
  /** Name of the endpoint. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
}
