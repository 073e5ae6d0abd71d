import { runInNewContext } from 'node:vm';
import { isStackOverflow } from '../../src/shared/isStackOverflow.ts';

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('isStackOverflow', () => {
  it('recognises the error of the engine, also in other realms', () => {
    const endless = (): unknown => [endless()];
    expect(isStackOverflow(thrownBy(endless))).toBe(true);
    expect(isStackOverflow(thrownBy(() => runInNewContext('(function f() { f() })()')))).toBe(true);
  });

  it.each([
    'Maximum call stack size exceeded',
    'Maximum call stack size exceeded.',
    'Maximum call stack size exceeded (native stack depth)',
    'too much recursion',
  ])('recognises the message %p', (message) => {
    expect(isStackOverflow({ name: 'InternalError', message })).toBe(true);
  });

  it('does not recognise other errors', () => {
    const others = [
      new RangeError('Invalid array length'),
      new Error('x'),
      null,
      undefined,
      'x',
      {},
    ];
    expect(others.some(isStackOverflow)).toBe(false);
  });
});
