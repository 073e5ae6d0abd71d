import { CommitQueue, type Delivery } from '../../src/commits/CommitQueue.ts';

let queue: CommitQueue;
let log: string[];

beforeEach(() => {
  queue = new CommitQueue();
  log = [];
});

function delivery(subject: string, notify: () => void = () => {}, isCommit = true): Delivery {
  return {
    isCommit,
    subject: () => subject,
    apply: () => log.push(`apply ${subject}`),
    notify: () => {
      log.push(`notify ${subject}`);
      notify();
    },
    done: () => log.push(`done ${subject}`),
  };
}

const run = (...args: Parameters<typeof delivery>): void => queue.run(delivery(...args));

describe('deliveries', () => {
  it('are applied, told and done at once', () => {
    run('a');
    expect(log).toEqual(['apply a', 'notify a', 'done a']);
    expect(queue.isRunning).toBe(false);
  });

  it('that are asked for during another one follow it, first in, first out', () => {
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

  it('follow one that throws; its error comes out at the end', () => {
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

  it('without end stop after 1,000 commits: what waits is applied and done, but not told', () => {
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

  it('of 1,000 commits are fine, and so are many more that change nothing', () => {
    expect(() =>
      run('start', () => {
        for (let i = 0; i < 999; i++) run('write');
        for (let i = 0; i < 5_000; i++) run('tell', () => {}, false);
      }),
    ).not.toThrow();
  });

  it('without end stop also if none of them is a commit', () => {
    const again = (): void => run('ask', again, false);
    expect(() => run('start', again)).toThrow(/ask/);
  });
});
