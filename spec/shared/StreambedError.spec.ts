import { fixes } from '../../src/shared/errorCatalogue.ts';
import { StreambedError } from '../../src/shared/StreambedError.ts';

describe('StreambedError', () => {
  it('says what happened, its code, and how to fix it', () => {
    const error = new StreambedError('SB_PK_MISSING', 'GET /users: User has no key.');
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code]).toEqual(['StreambedError', 'SB_PK_MISSING']);
    expect(error.message).toBe(
      `GET /users: User has no key. [SB_PK_MISSING] ${fixes.SB_PK_MISSING}`,
    );
  });

  it('has a cause only if there is one', () => {
    const cause = new Error('inner');
    expect(new StreambedError('SB_NETWORK', 'x', { cause }).cause).toBe(cause);
    expect('cause' in new StreambedError('SB_NETWORK', 'x')).toBe(false);
  });

  it('recognises errors of every copy of the library', () => {
    const error = new StreambedError('SB_NETWORK', 'x');
    const foreign = Object.assign(new Error('x'), { [Symbol.for('streambed.error')]: true });
    expect([error, foreign].map((value) => StreambedError.is(value))).toEqual([true, true]);
    const others = [new Error('x'), { code: 'SB_NETWORK' }, null, undefined, 'SB_NETWORK'];
    expect(others.some((value) => StreambedError.is(value))).toBe(false);
  });

  it('shows no brand when it is printed or copied', () => {
    const error = new StreambedError('SB_NETWORK', 'x');
    expect(Object.getOwnPropertySymbols(Object.assign({}, error))).toEqual([]);
    expect(Object.keys(error).sort()).toEqual(['code', 'name']);
  });
});
