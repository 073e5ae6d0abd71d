import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { createStore, type Store, type StoreOptions } from 'streambed';
import { devtools } from 'streambed/devtools';
import { StreambedDevtools } from 'streambed/devtools/react';
import { AsyncBoundary, StoreProvider } from 'streambed/react';
import { apiUrl } from './apiUrl.ts';
import { CodePanel } from './CodePanel.tsx';
import { Prose } from './Prose.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { RequestLog } from './RequestLog.ts';
import { RequestEntriesContext } from './RequestEntriesContext.ts';
import { RequestPanel } from './RequestPanel.tsx';
import { Skeleton } from './Skeleton.tsx';

interface Demo {
  readonly store: Store;
  readonly log: RequestLog;
}

/**
 * The frame around a story: a store of its own, its description, the requests it makes, its code,
 * and devtools for the store. A page without a `file` has neither requests nor code.
 */
export function Stage(props: {
  group: string;
  title: string;
  /** What the story proves, in one sentence. */
  proof: string | undefined;
  description: string;
  file: string | undefined;
  /** What the store of the story has beside the defaults. */
  options: Pick<StoreOptions, 'interceptors' | 'plugins'> | undefined;
  children: ReactNode;
}): ReactElement {
  const { options } = props;
  const [demo, setDemo] = useState<Demo>();

  // In an effect, not in a state initializer: StrictMode runs effects twice, and the second mount
  // needs a store that the first clean-up has not disposed.
  useEffect(() => {
    const log = new RequestLog(apiUrl());
    const plugins = [devtools(), ...(options?.plugins ?? [])];
    const store = createStore({ ...options, fetch: log.fetch, plugins });
    setDemo({ store, log });
    return () => store.dispose();
  }, [options]);

  return (
    <main className="stage">
      <header className="stage-header">
        <span className="stage-eyebrow">{props.group}</span>
        <h1>{props.title}</h1>
        {props.proof !== undefined && (
          <p className="stage-proof">
            <Prose text={props.proof} />
          </p>
        )}
        <p>
          <Prose text={props.description} />
        </p>
      </header>
      {props.file === undefined && props.children}
      {demo && props.file !== undefined && (
        <div className="stage-columns">
          <div className="stage-main">
            <StoreProvider store={demo.store}>
              <RequestEntriesContext.Provider value={demo.log.entries$}>
                <AsyncBoundary fallback={<Skeleton />} errorComponent={ErrorPanel}>
                  {props.children}
                </AsyncBoundary>
              </RequestEntriesContext.Provider>
              <StreambedDevtools />
            </StoreProvider>
            <CodePanel file={props.file} />
          </div>
          <aside className="stage-side">
            <RequestPanel log={demo.log} />
          </aside>
        </div>
      )}
    </main>
  );
}
