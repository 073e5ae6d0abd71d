import * as testingLibrary from '@testing-library/react';
import { collectTests } from '../../../docs/collectTests.ts';

/** Testing Library registers hooks when it is loaded, so a test cannot load it. */
const loaded: Record<string, unknown> = { '@testing-library/react': testingLibrary };
const importModule = (name: string): unknown => loaded[name] ?? require(name);

const pages = [
  'docs/testing.md',
  'docs/testing-time.md',
  'docs/testing-requests.md',
  'docs/testing-react.md',
];

describe.each(pages)('%s has tests that pass', (page) => {
  it.each(collectTests(page, importModule, expect))('$title', async ({ run }) => {
    expect(await run()).toBeUndefined();
  });
});
