/** An endless supply of new issues, parsed before the clock runs: copies of those in `data` with other ids. */
export function newIssues({ n, parse }, count) {
  const made = Array.from({ length: Math.ceil(count / n) }, parse)
    .flat()
    .slice(0, count);
  made.forEach((issue, i) => {
    issue.id = `${n + i + 1}`;
    issue.number = n + i + 1;
  });
  return made;
}
