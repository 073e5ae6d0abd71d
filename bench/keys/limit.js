/** A map of keys; each has its data and one function that is called. */
export const contender = {
  open(fetchIssue) {
    const keys = new Map();
    const refetch = async (key) => {
      key.data = await fetchIssue(key.id);
      key.notify?.(key.data);
    };
    return {
      load(issues) {
        for (const issue of issues) keys.set(issue.id, { id: issue.id, data: issue });
      },
      watch: (id, notify) => (keys.get(id).notify = notify),
      refetchAll() {
        for (const key of keys.values()) if (key.notify) void refetch(key);
      },
      close() {},
    };
  },
};
