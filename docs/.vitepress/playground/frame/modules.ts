import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as rxjs from 'rxjs';
import * as streambed from 'streambed';
import * as changes from 'streambed/changes';
import * as graphql from 'streambed/graphql';
import * as live from 'streambed/live';
import * as streambedReact from 'streambed/react';
import * as schema from 'streambed/schema';
import type { Recorder } from './Recorder.ts';
import { watchStore } from './watchStore.ts';

/** `require` for programs. The stores that they make are recorded. */
export function modules(recorder: Recorder): (name: string) => unknown {
  const createStore: typeof streambed.createStore = (options = {}) => {
    const plugins = [watchStore(recorder), ...(options.plugins ?? [])];
    return streambed.createStore({ ...options, plugins });
  };
  const known: Record<string, unknown> = {
    react,
    'react/jsx-runtime': jsxRuntime,
    rxjs,
    streambed: { ...streambed, createStore },
    'streambed/changes': changes,
    'streambed/graphql': graphql,
    'streambed/live': live,
    'streambed/react': streambedReact,
    'streambed/schema': schema,
  };
  return (name) => {
    if (Object.hasOwn(known, name)) return known[name];
    const names = Object.keys(known).join(', ');
    throw new Error(`The playground has no module "${name}". It has: ${names}.`);
  };
}
