/**
 * `react-dom/server.browser` opens a channel when it loads, and an open channel keeps the process
 * alive.
 */
export const channels: MessageChannel[] = [];

globalThis.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
};
