import * as testingLibrary from '@testing-library/react';
import { languagesOfProgram, readPages } from './readPages.ts';
import { runExamples } from './runExamples.ts';

jest.setTimeout(120_000);

/** Registers hooks when it is loaded, so an example cannot load it. */
const loaded: Record<string, unknown> = { '@testing-library/react': testingLibrary };

/** React's logs of errors that a boundary shows. */
const caught = /The above error occurred/;

describe('the documents', () => {
  const pages = readPages().filter((page) => languagesOfProgram(page).has('tsx'));
  let complaints: string[] = [];

  beforeEach(() => {
    complaints = [];
    jest.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
      const text = parts.map(String).join(' ');
      if (!caught.test(text)) complaints.push(text);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it.each(pages)('have React examples whose output is as printed: $path', async (page) => {
    const importModule = (name: string): unknown => loaded[name] ?? require(name);
    for (const { place, printed, expected } of await runExamples(page, importModule)) {
      expect(`${place}\n${printed}`).toBe(`${place}\n${expected}`);
    }
    expect(complaints).toEqual([]);
  });
});
