import { formatValue } from '../report/format.js';

/** Tells on the terminal what runs and what came out: one line that is overwritten, or a line per job where nobody watches. */
export function showProgress(total) {
  const start = performance.now();
  let done = 0;
  const isTerminal = process.stdout.isTTY;
  return {
    started({ scenarios, contender, n }) {
      if (isTerminal) write(`[${done}/${total}] ${nameOf(scenarios.join(' '), contender, n)} …`);
    },
    finished(entries) {
      done++;
      const seconds = Math.round((performance.now() - start) / 1_000);
      const [{ contender, n }] = entries;
      const outcomes = entries.map((entry) => `${entry.scenario} ${outcomeOf(entry)}`);
      write(`[${done}/${total}] ${seconds} s  ${nameOf('', contender, n)}  ${outcomes.join(', ')}`);
      const isBad = entries.some(({ status }) => status === 'failed');
      if (!isTerminal || isBad) process.stdout.write('\n');
    },
    ended() {
      if (isTerminal) write('');
    },
  };

  function write(text) {
    process.stdout.write(isTerminal ? `\r\x1b[K${text}` : text);
  }
}

function nameOf(scenarios, contender, n) {
  const size = n === undefined ? '' : ` n=${n.toLocaleString('en')}`;
  return `${scenarios} ${contender}${size}`.trim();
}

function outcomeOf(entry) {
  return entry.status === 'failed' ? 'FAILED' : formatValue(entry);
}
