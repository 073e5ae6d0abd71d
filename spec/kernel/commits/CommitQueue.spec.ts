import { CommitQueue, type Delivery } from '../../../src/kernel/commits/CommitQueue.ts';

let queue: CommitQueue;
let log: string[];

beforeEach(() => {
  queue = new CommitQueue();
  log = [];
});

function delivery(subject: string, notify: () => void = () => {}, isCommit = true): Delivery {
  return {
    subject: () => subject,
    ...(isCommit && { apply: () => log.push(`apply ${subject}`) }),
    notify: () => {
      log.push(`notify ${subject}`);
      notify();
    },
    done: () => log.push(`done ${subject}`),
  };
}

const run = (...args: Parameters<typeof delivery>): void => queue.run(delivery(...args));

describe('a commit queue', () => {
  it('applies, notifies and finishes a delivery synchronously', () => {
    run('a');
    expect(log).toEqual(['apply a', 'notify a', 'done a']);
    expect(queue.isRunning).toBe(false);
  });

  it('runs deliveries that are requested during another one after it, first in, first out', () => {
    run('a', () => {
      expect(queue.isRunning).toBe(true);
      run('b', () => run('d'));
      run('c');
    });
    expect(log.filter((line) => line.startsWith('notify'))).toEqual([
      'notify a',
      'notify b',
      'notify c',
      'notify d',
    ]);
    expect(log.indexOf('apply b')).toBeGreaterThan(log.indexOf('done a'));
  });

  it('continues after a delivery that throws, and throws its error at the end', () => {
    expect(() =>
      run('a', () => {
        run('b');
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(log).toEqual(['apply a', 'notify a', 'done a', 'apply b', 'notify b', 'done b']);
    run('c');
    expect(log.at(-1)).toBe('done c');
  });

  it('stops a loop after 1,000 commits: it applies and finishes what waits, without notifying', () => {
    let count = 0;
    const again = (): void => {
      count++;
      run('x', again);
    };
    expect(() => run('start', again)).toThrow(
      expect.objectContaining({ code: 'SB_COMMIT_LOOP' }) as Error,
    );
    expect(count).toBe(1_000);
    const linesOf = (word: string): number => log.filter((line) => line.startsWith(word)).length;
    expect(linesOf('apply')).toBe(1_001);
    expect(linesOf('notify')).toBe(1_000);
    expect(linesOf('done')).toBe(1_001);
    log.length = 0;
    run('after');
    expect(log).toEqual(['apply after', 'notify after', 'done after']);
  });

  it('allows 1,000 commits in a row, and many more deliveries that change nothing', () => {
    expect(() =>
      run('start', () => {
        for (let i = 0; i < 999; i++) run('write');
        for (let i = 0; i < 5_000; i++) run('tell', () => {}, false);
      }),
    ).not.toThrow();
  });

  it('stops a loop of deliveries that are not commits', () => {
    const again = (): void => run('ask', again, false);
    expect(() => run('start', again)).toThrow(/ask/);
  });
});
