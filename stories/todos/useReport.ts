import { createContext, useContext } from 'react';

/** Reports the outcome of a change: `what` describes the change. */
export type Report = (what: string, change: Promise<unknown>) => void;

export const ReportContext = createContext<Report>(() => {});

/** A function that shows on the page that a change failed, even if its row is gone by then. */
export function useReport(): Report {
  return useContext(ReportContext);
}
