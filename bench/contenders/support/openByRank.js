/** The derived view of scenario F: open issues by rank, made anew. */
export function openByRank(issues) {
  return issues
    .filter(({ state }) => state === 'open')
    .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
}
