import { fixes } from '../../src/shared/errorCatalogue.ts';
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

  it('prints each text once, with its code and fix', () => {
    warnOnce('SB_RESET', 'The first.');
    warnOnce('SB_ABORTED', 'The second.');
    warnOnce('SB_RESET', 'The first.');
    expect(warn.mock.calls).toEqual([
      [`streambed: The first. [SB_RESET] ${fixes.SB_RESET}`],
      [`streambed: The second. [SB_ABORTED] ${fixes.SB_ABORTED}`],
    ]);
  });

  it('prints nothing in production', async () => {
    jest.resetModules();
    jest.doMock('../../src/shared/development.ts', () => ({ DEVELOPMENT: false }));
    const production = await import('../../src/shared/warnOnce.ts');
    production.warnOnce('SB_RESET', 'The third.');
    expect(warn).not.toHaveBeenCalled();
  });
});
