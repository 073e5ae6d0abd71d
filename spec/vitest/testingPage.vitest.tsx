import * as testingLibrary from '@testing-library/react';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as testScheduler from 'rxjs/testing';
import * as streambed from 'streambed';
import * as streambedOffline from 'streambed/offline';
import * as streambedPersist from 'streambed/persist';
import * as streambedReact from 'streambed/react';
import * as streambedTabs from 'streambed/tabs';
import * as testing from 'streambed/testing';
import * as testingHooks from 'streambed/testing/hooks';
import * as testingReact from 'streambed/testing/react';
import { describe, expect, it } from 'vitest';
import { collectTests } from '../docs/collectTests.ts';

const modules: Record<string, unknown> = {
  '@testing-library/react': testingLibrary,
  react,
  'react/jsx-runtime': jsxRuntime,
  'rxjs/testing': testScheduler,
  streambed,
  'streambed/offline': streambedOffline,
  'streambed/persist': streambedPersist,
  'streambed/react': streambedReact,
  'streambed/tabs': streambedTabs,
  'streambed/testing': testing,
  'streambed/testing/hooks': testingHooks,
  'streambed/testing/react': testingReact,
};

const pages = [
  'docs/testing.md',
  'docs/testing-time.md',
  'docs/testing-requests.md',
  'docs/testing-react.md',
];

describe.each(pages)('%s has tests that pass in Vitest', (page) => {
  it.each(collectTests(page, (name) => modules[name], expect))('$title', async ({ run }) => {
    expect(await run()).toBeUndefined();
  });
});
