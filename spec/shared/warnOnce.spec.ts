import { warnOnce } from '../../src/shared/warnOnce.ts';

describe('warnOnce', () => {
  let warn: jest.SpyInstance;
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    warn.mockRestore();
    jest.resetModules();
    jest.unmock('../../src/shared/development.ts');
  });

  it('prints each text once', () => {
    warnOnce('first');
    warnOnce('second');
    warnOnce('first');
    expect(warn.mock.calls).toEqual([['streambed: first'], ['streambed: second']]);
  });

  it('prints nothing in production', async () => {
    jest.resetModules();
    jest.doMock('../../src/shared/development.ts', () => ({ DEVELOPMENT: false }));
    const production = await import('../../src/shared/warnOnce.ts');
    production.warnOnce('third');
    expect(warn).not.toHaveBeenCalled();
  });
});
