import { formatValue } from '../report/format.js';

/** Tells on the terminal what runs and what came out: one line that is overwritten, or one line each where nobody watches. */
export function showProgress(total) {
  const start = performance.now();
  let done = 0;
  const isTerminal = process.stdout.isTTY === true;
  const label = ({ scenario, contender, n }) =>
    `${scenario} ${contender}${n === undefined ? '' : ` n=${n.toLocaleString('en')}`}`;
  return {
    started(job) {
      if (isTerminal) write(`[${done + 1}/${total}] ${label(job)} …`);
    },
    finished(entry) {
      done++;
      const seconds = Math.round((performance.now() - start) / 1_000);
      const outcome = entry.status === 'failed' ? 'FAILED' : formatValue(entry);
      write(`[${done}/${total}] ${seconds} s  ${label(entry)}  ${outcome}`);
      if (!isTerminal || entry.status === 'failed') process.stdout.write('\n');
    },
    ended() {
      if (isTerminal) write('');
    },
  };

  function write(text) {
    process.stdout.write(isTerminal ? `\r\x1b[K${text}` : text);
  }
}
