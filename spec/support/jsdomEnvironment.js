import { TestEnvironment } from 'jest-environment-jsdom';

// jsdom leaves these out, or brings its own that Node's fetch does not accept.
const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
  'DOMException',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'structuredClone',
  'BroadcastChannel',
  'MessagePort',
  'setImmediate',
  'clearImmediate',
  'ArrayBuffer',
  'Uint8Array',
];

/** jsdom together with the web platform globals that Node has. */
export default class JsdomEnvironment extends TestEnvironment {
  #ports = [];

  constructor(config, context) {
    super(config, context);
    const ports = this.#ports;
    // React 17 keeps one open for ever, which would keep the process.
    this.global.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        ports.push(this.port1, this.port2);
      }
    };
    for (const name of fromNode) {
      Object.defineProperty(this.global, name, {
        value: globalThis[name],
        writable: true,
        configurable: true,
      });
    }
  }

  async teardown() {
    // What React 17 has still to do fails without a page, and takes the process with it.
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next));
    for (const port of this.#ports) port.close();
    await super.teardown();
  }
}
