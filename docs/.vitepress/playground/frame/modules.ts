import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as rxjs from 'rxjs';
import * as streambed from 'streambed';
import * as changes from 'streambed/changes';
import * as devtools from 'streambed/devtools';
import * as devtoolsReact from 'streambed/devtools/react';
import * as graphql from 'streambed/graphql';
import * as inspect from 'streambed/inspect';
import * as live from 'streambed/live';
import * as offline from 'streambed/offline';
import * as persist from 'streambed/persist';
import * as pages from 'streambed/pages';
import * as streambedReact from 'streambed/react';
import * as schema from 'streambed/schema';
import * as tabs from 'streambed/tabs';
import * as testing from 'streambed/testing';
import type { Recorder } from './Recorder.ts';
import { showDevtools } from './showDevtools.ts';
import { watchStore } from './watchStore.ts';

/** `require` for programs. The stores that they make are recorded, and shown in devtools. */
export function modules(recorder: Recorder): (name: string) => unknown {
  const createStore: typeof streambed.createStore = (options = {}) => {
    const plugins = [showDevtools(), watchStore(recorder), ...(options.plugins ?? [])];
    return streambed.createStore({ ...options, plugins });
  };
  const known: Record<string, unknown> = {
    react,
    'react/jsx-runtime': jsxRuntime,
    rxjs,
    streambed: { ...streambed, createStore },
    'streambed/changes': changes,
    'streambed/devtools': devtools,
    'streambed/devtools/react': devtoolsReact,
    'streambed/graphql': graphql,
    'streambed/inspect': inspect,
    'streambed/live': live,
    'streambed/offline': offline,
    'streambed/persist': persist,
    'streambed/pages': pages,
    'streambed/react': streambedReact,
    'streambed/schema': schema,
    'streambed/tabs': tabs,
    'streambed/testing': testing,
  };
  return (name) => {
    if (Object.hasOwn(known, name)) return known[name];
    const names = Object.keys(known).join(', ');
    throw new Error(`The playground has no module "${name}". It has: ${names}.`);
  };
}
