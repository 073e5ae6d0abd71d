import { type ComponentType, createElement, Profiler } from 'react';
import { createRoot } from 'react-dom/client';
import type { FrameMessage, PageMessage } from '../messages.ts';
import { demoApi } from './demoApi.ts';
import { Panes } from './Panes.tsx';
import { Recorder } from './Recorder.ts';
import { failureOf, runProgram } from './runProgram.ts';
import './frame.css';

startFrame(document.querySelector('main')!);

/** Runs the program that the page sends, and draws what it does. A frame runs one program. */
function startFrame(container: HTMLElement): void {
  const recorder = new Recorder();
  const { fetch, faults } = demoApi(recorder);
  const fail = (error: unknown): void => {
    const failure = failureOf(error);
    recorder.printed('error', [failure.message]);
    send({ type: 'failed', failure });
  };

  globalThis.fetch = fetch;
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    console[level] = (...values: unknown[]) => recorder.printed(level, values);
  }
  addEventListener('error', ({ error, message }) => fail(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => fail(reason));

  addEventListener('message', ({ data, source }: MessageEvent<PageMessage>) => {
    if (source !== parent) return;
    if (data.type === 'colors') document.documentElement.classList.toggle('dark', data.isDark);
    if (data.type === 'failNext') faults.failNext++;
    if (data.type === 'latency' || data.type === 'run') faults.delay = data.latency;
    if (data.type === 'run') runProgram(data.code, recorder).then(showApp, fail);
  });
  new ResizeObserver(() => send({ type: 'height', height: container.offsetHeight })).observe(
    container,
  );
  const panes = document.createElement('div');
  container.append(panes);
  createRoot(panes).render(<Panes recorder={recorder} />);
  send({ type: 'ready' });

  function showApp(app: unknown): void {
    if (app === undefined) return;
    const section = document.createElement('section');
    section.className = 'app';
    section.ariaLabel = 'App';
    container.prepend(section);
    const onRender = (_: string, phase: string): void => recorder.rendered(phase);
    // React reports values that are no components, so the cast does no harm.
    const component = createElement(app as ComponentType);
    createRoot(section, { onUncaughtError: fail }).render(
      <Profiler id="app" onRender={onRender}>
        {component}
      </Profiler>,
    );
  }
}

function send(message: FrameMessage): void {
  // The frame does not know the origin of the page. Messages hold only what the program did.
  parent.postMessage(message, '*');
}
