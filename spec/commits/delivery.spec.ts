import {
  afterInputs,
  atHeight,
  emittingHeight,
  heightAbove,
  inDelivery,
} from '../../src/commits/delivery.ts';

describe('a delivery', () => {
  const log: string[] = [];
  const note = (text: string) => () => void log.push(text);
  beforeEach(() => (log.length = 0));

  it('runs what waits after all were told, lowest first', () => {
    inDelivery(() => {
      afterInputs(2, note('two'));
      afterInputs(1, () => {
        log.push('one');
        afterInputs(1, note('one more'));
      });
      log.push('told');
    });
    expect(log).toEqual(['told', 'one', 'one more', 'two']);
  });

  it('takes in the deliveries within it', () => {
    inDelivery(() => {
      inDelivery(() => afterInputs(1, note('waited')));
      log.push('told');
    });
    expect(log).toEqual(['told', 'waited']);
  });

  it('is made for what waits outside of one', () => {
    afterInputs(3, () => log.push(`at ${emittingHeight()}`));
    expect(log).toEqual(['at 3']);
  });

  it('tells from height 0, whoever caused it', () => {
    atHeight(5, () => inDelivery(() => log.push(`at ${emittingHeight()}`)));
    expect(log).toEqual(['at 0']);
    expect(emittingHeight()).toBe(0);
  });

  it('runs all that waits, also if the telling or one of them throws', () => {
    const run = () =>
      inDelivery(() => {
        afterInputs(1, () => {
          throw new Error('job');
        });
        afterInputs(1, note('other'));
        throw new Error('telling');
      });
    expect(run).toThrow(/job|telling/);
    expect(log).toEqual(['other']);
    expect(emittingHeight()).toBe(0);
    afterInputs(1, note('next'));
    expect(log).toEqual(['other', 'next']);
  });

  it('gives heights above the inputs, which cycles do not raise for ever', () => {
    expect(heightAbove(1)).toBe(1);
    atHeight(4, () => expect(heightAbove(1)).toBe(5));
    atHeight(4, () => expect(heightAbove(9)).toBe(9));
    atHeight(1_000, () => expect(heightAbove(1)).toBe(1_000));
  });

  it('ends where jobs never do', () => {
    const again = (): void => afterInputs(1, again);
    expect(again).toThrow(expect.objectContaining({ code: 'SB_COMMIT_LOOP' }));
    afterInputs(1, note('rest'));
    expect(log).toEqual(['rest']);
  });
});
