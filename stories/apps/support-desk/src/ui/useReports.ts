import { createContext, useCallback, useContext, useState } from 'react';

/** Shows that a change is pending, and why it failed. */
export type Report = (what: string, change: Promise<unknown>) => void;

export const ReportContext = createContext<Report>(() => {});

export function useReport(): Report {
  return useContext(ReportContext);
}

/** The changes of the page: what reports them, how many are pending, and the last failure. */
export function useReports() {
  const [pending, setPending] = useState(0);
  const [problem, setProblem] = useState<string>();
  const report: Report = useCallback((what, change) => {
    setProblem(undefined);
    setPending((count) => count + 1);
    change
      .catch((reason: Error) => setProblem(`Could not ${what}: ${reason.message}`))
      .finally(() => setPending((count) => count - 1));
  }, []);
  return { report, pending, problem };
}
