/** A card of the landing page: one claim with one number. */
export interface Claim {
  readonly claim: string;
  readonly number: string;
  /** Follows the number. */
  readonly text: string;
  /** The page and the heading that have the number. */
  readonly address: string;
}

/** The claims, with numbers from the texts of `docs/performance*.md`. Throws if these lack one. */
export function claimsOf(performance: string): Claim[] {
  const cell = (row: string, library: string): string => cellOf(performance, row, library);
  const written = 'one row is written, the shown list is read';
  const dropped = 'storm: dropped frames';
  const patched = 'view: the change, as an array';
  const size = 'size of a list app';
  const [, better, all] = /In (\d+) of (\d+) comparisons another library is better/.exec(
    performance,
  ) ?? [undefined];
  if (!better || !all) throw new Error('docs/performance.md does not count comparisons.');
  return [
    {
      claim: 'A change costs what it changes',
      number: cell(written, 'Streambed'),
      text: `to write one of 10,000 rows and read the list again. TanStack Query takes ${cell(written, 'TanStack Query')}, Redux Toolkit ${cell(written, 'Redux Toolkit')}.`,
      address: 'performance-data.html#lists-of-10000-rows',
    },
    {
      claim: 'A sorted view is patched',
      number: cell(patched, 'Streambed'),
      text: `to move one row in a sorted view of 100,000. TanStack DB takes ${cell(patched, 'TanStack DB')}, TanStack Query ${cell(patched, 'TanStack Query')}.`,
      address: 'performance-data.html#a-view-of-100000-rows',
    },
    {
      claim: 'Typing goes on in a storm',
      number: cell(dropped, 'Streambed'),
      text: `of the frames are dropped while 1,000 rows a second arrive. SWR drops ${cell(dropped, 'SWR')}, Apollo ${cell(dropped, 'Apollo')}.`,
      address: 'performance-pages.html#under-load',
    },
    {
      claim: 'Losses come first',
      number: `${better} of ${all}`,
      text: `comparisons are won by another library. A list app takes ${cell(size, 'Streambed')}, with SWR ${cell(size, 'SWR')}, and its first use is slower.`,
      address: 'performance.html#where-others-are-better',
    },
  ];
}

/** A cell of a table by the start of its row and the head of its column, without bold type. */
function cellOf(page: string, row: string, column: string): string {
  let head: readonly string[] = [];
  for (const line of page.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim().replaceAll('**', ''));
    if (cells[1] === '' && cells.length > 2) head = cells;
    const cell = cells[1] === row ? cells[head.indexOf(column)] : undefined;
    // A number stays in one line with its unit.
    if (cell) return cell.replace(' ', '\u00a0');
  }
  throw new Error(`docs/performance*.md have no "${row}" of ${column}.`);
}
