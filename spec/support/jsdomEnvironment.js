import { TestEnvironment } from 'jest-environment-jsdom';

// jsdom lacks these, or has its own, which Node's fetch does not accept.
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
  'crypto',
];

/** jsdom with the web platform globals of Node. */
export default class JsdomEnvironment extends TestEnvironment {
  #ports = [];

  constructor(config, context) {
    super(config, context);
    const ports = this.#ports;
    // React 17 keeps one open forever, which would keep the process alive.
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
    // Pending work of React 17 fails without a page, and would end the process.
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next));
    for (const port of this.#ports) port.close();
    await super.teardown();
  }
}
