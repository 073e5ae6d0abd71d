import { createContext, useContext } from 'react';

/** Takes what came of a change: `what` says in words what was to be done. */
export type Report = (what: string, change: Promise<unknown>) => void;

export const ReportContext = createContext<Report>(() => {});

/** A function that lets the page tell when a change fails. Rows may be gone by then. */
export function useReport(): Report {
  return useContext(ReportContext);
}
