import { runInNewContext } from 'node:vm';
import { asError } from '../../src/shared/asError.ts';

describe('asError', () => {
  it('returns the error itself, also of another realm', () => {
    const own = new TypeError('own');
    const foreign: unknown = runInNewContext(`new Error('foreign')`);
    expect(foreign).not.toBeInstanceOf(Error);
    expect(asError(own)).toBe(own);
    expect(asError(foreign)).toBe(foreign);
  });

  it('returns an error with the thrown text', () => {
    const error = asError('out of order');
    expect(error).toBeInstanceOf(Error);
    expect([error.message, error.cause]).toEqual(['out of order', 'out of order']);
  });

  it.each([
    [undefined],
    [null],
    [5],
    [Symbol('x')],
    [{ status: 404 }],
    [Object.create(null)],
    [() => 1],
  ])('returns an error with the cause %p', (thrown: unknown) => {
    const error = asError(thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toBe('The thrown value is not an Error.');
    expect(error.cause).toBe(thrown);
  });
});
