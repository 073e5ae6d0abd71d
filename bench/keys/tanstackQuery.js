import { QueryClient, QueryObserver } from '@tanstack/react-query';

export const contender = {
  open(fetchIssue) {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    return {
      load(issues) {
        for (const issue of issues) client.setQueryData(['issue', issue.id], issue);
      },
      watch(id, notify) {
        const observer = new QueryObserver(client, {
          queryKey: ['issue', id],
          queryFn: () => fetchIssue(id),
          notifyOnChangeProps: ['data'],
        });
        observer.subscribe(({ data }) => notify(data));
      },
      refetchAll: () => void client.invalidateQueries({ queryKey: ['issue'] }),
      close: () => client.clear(),
    };
  },
};
