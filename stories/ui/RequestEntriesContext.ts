import { createContext } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { RequestEntry, RequestLog } from './RequestLog.ts';

/** The requests of the story, newest first. */
export const RequestEntriesContext = createContext<RequestLog['entries$']>(
  new BehaviorSubject<readonly RequestEntry[]>([]),
);
