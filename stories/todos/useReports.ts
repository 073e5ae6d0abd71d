import { useCallback, useState } from 'react';
import { messageOf } from '../ui/messageOf.ts';
import type { Report } from './useReport.ts';

/** The changes of a page: what reports them, how many are pending, and the last problem. */
export function useReports(): {
  report: Report;
  pending: number;
  /** Empty: none. */
  problem: string;
  dismiss: () => void;
} {
  const [pending, setPending] = useState(0);
  const [problem, setProblem] = useState('');
  const report: Report = useCallback((what, change) => {
    setProblem('');
    setPending((count) => count + 1);
    change
      .catch((reason: unknown) => setProblem(`Could not ${what}: ${messageOf(reason)}`))
      .finally(() => setPending((count) => count - 1));
  }, []);
  return { report, pending, problem, dismiss: () => setProblem('') };
}
