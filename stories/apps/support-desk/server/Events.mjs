/** Sends each change to the pages that have not made it, as server-sent events. */
export class Events {
  #streams = new Map();

  connect(client, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': open\n\n');
    this.#streams.set(response, client);
    response.on('close', () => this.#streams.delete(response));
  }

  /** `before` is missing for a new ticket, `after` for a deleted one. */
  send(change, sender) {
    for (const [response, client] of this.#streams) {
      if (client !== sender) response.write(`data: ${JSON.stringify(change)}\n\n`);
    }
  }
}
