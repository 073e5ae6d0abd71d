import { isMisspelling } from '../../src/shared/isMisspelling.ts';

describe('isMisspelling', () => {
  it.each([
    ['autor', 'author'],
    ['authr', 'author'],
    ['auhtor', 'author'],
    ['authpr', 'author'],
    ['Author', 'author'],
    ['createdAt', 'created_at'],
    ['id', 'ID'],
  ])('finds one typing error between %s and %s', (a, b) => {
    expect([isMisspelling(a, b), isMisspelling(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['author', 'author'],
    ['writer', 'author'],
    ['cat', 'car'],
    ['cat', 'cats'],
    ['light', 'night'],
  ])('finds none between %s and %s', (a, b) => {
    expect([isMisspelling(a, b), isMisspelling(b, a)]).toEqual([false, false]);
  });
});
