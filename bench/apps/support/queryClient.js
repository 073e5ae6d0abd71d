import { QueryClient } from '@tanstack/react-query';

/** What never turns stale while the clock runs. */
export function freshQueryClient() {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } },
  });
}
