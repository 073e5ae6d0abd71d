import * as testingLibrary from '@testing-library/react';
import { collectTests } from '../docs/collectTests.ts';

/** Testing Library registers hooks when it is loaded, so a test cannot load it. */
const loaded: Record<string, unknown> = { '@testing-library/react': testingLibrary };
const importModule = (name: string): unknown => loaded[name] ?? require(name);

describe('docs/testing.md has tests that pass', () => {
  it.each(collectTests('docs/testing.md', importModule, expect))('$title', async ({ run }) => {
    expect(await run()).toBeUndefined();
  });
});
