import { afterInputs, heightAbove } from '../../../src/features/changes/stage.ts';
import { atHeight, emittingHeight, inDelivery } from '../../../src/kernel/commits/delivery.ts';

describe('a delivery', () => {
  const log: string[] = [];
  const note = (text: string) => () => void log.push(text);
  beforeEach(() => (log.length = 0));

  it('runs added jobs after all subscribers were notified, lowest height first', () => {
    inDelivery(() => {
      afterInputs(2, note('two'));
      afterInputs(1, () => {
        log.push('one');
        afterInputs(1, note('one more'));
      });
      log.push('notified');
    });
    expect(log).toEqual(['notified', 'one', 'one more', 'two']);
  });

  it('includes nested deliveries', () => {
    inDelivery(() => {
      inDelivery(() => afterInputs(1, note('waited')));
      log.push('notified');
    });
    expect(log).toEqual(['notified', 'waited']);
  });

  it('is started for a job that is added outside of one', () => {
    afterInputs(3, () => log.push(`at ${emittingHeight()}`));
    expect(log).toEqual(['at 3']);
  });

  it('emits from height 0, whatever caused it', () => {
    atHeight(5, () => inDelivery(() => log.push(`at ${emittingHeight()}`)));
    expect(log).toEqual(['at 0']);
    expect(emittingHeight()).toBe(0);
  });

  it('runs all jobs even if a subscriber or a job throws', () => {
    const run = () =>
      inDelivery(() => {
        afterInputs(1, () => {
          throw new Error('job');
        });
        afterInputs(1, note('other'));
        throw new Error('subscriber');
      });
    expect(run).toThrow(/job|subscriber/);
    expect(log).toEqual(['other']);
    expect(emittingHeight()).toBe(0);
    afterInputs(1, note('next'));
    expect(log).toEqual(['other', 'next']);
  });

  it('assigns heights above those of the inputs, up to a limit for cycles', () => {
    expect(heightAbove(1)).toBe(1);
    atHeight(4, () => expect(heightAbove(1)).toBe(5));
    atHeight(4, () => expect(heightAbove(9)).toBe(9));
    atHeight(1_000, () => expect(heightAbove(1)).toBe(1_000));
  });

  it('stops a loop of jobs', () => {
    const again = (): void => afterInputs(1, again);
    expect(again).toThrow(expect.objectContaining({ code: 'SB_COMMIT_LOOP' }));
    afterInputs(1, note('rest'));
    expect(log).toEqual(['rest']);
  });
});
