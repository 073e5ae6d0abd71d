/** React's server for browsers makes a channel when it is loaded, and a channel that is listened to keeps the process alive. */
export const channels: MessageChannel[] = [];

globalThis.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
};
