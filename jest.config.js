import { existsSync } from 'node:fs';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// Browser specs launch what stands in CHROME_PATH.
const chrome = process.env.CHROME_PATH || usualPlaces.find((path) => existsSync(path));
if (chrome) process.env.CHROME_PATH = chrome;
const withBrowser = chrome !== undefined || Boolean(process.env.CI);
if (!withBrowser) console.warn('No Chromium found: the browser specs are left out.');

const shared = {
  roots: ['<rootDir>/src', '<rootDir>/spec', '<rootDir>/stories'],
  // Programs before the codemod import packages that are not installed.
  modulePathIgnorePatterns: [
    '<rootDir>/stories/.out',
    '<rootDir>/spec/tools/codemod/fixtures/[^/]+/before',
  ],
  transform: { '^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }] },
};

const publicNames = {
  '^streambed$': '<rootDir>/src/index.ts',
  '^streambed/schema$': '<rootDir>/src/data/schema/index.ts',
  '^streambed/react$': '<rootDir>/src/react/index.ts',
  '^streambed/graphql$': '<rootDir>/src/http/graphql/index.ts',
  '^streambed/changes$': '<rootDir>/src/features/changes/index.ts',
  '^streambed/offline$': '<rootDir>/src/features/offline/index.ts',
  '^streambed/persist$': '<rootDir>/src/features/persist/index.ts',
  '^streambed/tabs$': '<rootDir>/src/features/tabs/index.ts',
  '^streambed/live$': '<rootDir>/src/features/live/index.ts',
  '^streambed/pages$': '<rootDir>/src/features/pages/index.ts',
  '^streambed/react-native$': '<rootDir>/src/react/native/index.ts',
  '^streambed/ssr$': '<rootDir>/src/react/server/index.ts',
  '^streambed/inspect$': '<rootDir>/src/tools/inspect/index.ts',
  '^streambed/devtools$': '<rootDir>/src/tools/devtools/index.ts',
  '^streambed/devtools/react$': '<rootDir>/src/tools/devtools/react/index.ts',
  '^streambed/testing$': '<rootDir>/src/tools/testing/index.ts',
  '^streambed/testing/react$': '<rootDir>/src/tools/testing/react/index.ts',
  '^streambed/testing/hooks$': '<rootDir>/src/tools/testing/hooks/index.ts',
};

/** Specs that take a minute on their own: thousands of random histories, cycles, faults. */
const longSpecs = ['model', 'leak', 'faults'];

const core = {
  ...shared,
  displayName: 'core',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  testPathIgnorePatterns: [
    '<rootDir>/spec/react/(?!server/)',
    ...['browser', ...longSpecs].map((name) => `<rootDir>/spec/${name}/`),
  ],
  moduleNameMapper: {
    '^(react|react-dom|use-sync-external-store|@testing-library/react)(/.*)?$':
      '<rootDir>/spec/support/noReact.ts',
    ...publicNames,
  },
};

const long = {
  ...core,
  displayName: 'long',
  testMatch: longSpecs.map((name) => `<rootDir>/spec/${name}/**/*.spec.ts`),
  testPathIgnorePatterns: [],
};

const esmPackages =
  'node_modules/(?:@react-navigation|react-native|standard-navigation|use-latest-callback|nanoid|preact)/';

/** Servers of specs run beside the page; packages that have something else for pages are those of Node. */
const domNames = { ...publicNames, '^ws$': '<rootDir>/node_modules/ws/index.js' };

/** What a version of React does not have has spec files of its own; each version passes over some. */
const beyond = {
  17: ['activity', 'use', 'transitions', 'server', 'native'],
  18: ['activity', 'use', 'only17'],
  19: ['only17'],
};

const passedOver = (major) => beyond[major].map((name) => `\\.${name}\\.spec\\.tsx$`);

const react = {
  ...shared,
  transform: {
    '/spec/compiler/.+\\.tsx$': '<rootDir>/spec/compiler/compilingTransformer.cjs',
    ...shared.transform,
    [`${esmPackages}.+\\.m?js$`]: '<rootDir>/spec/support/esmTransformer.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!${esmPackages.replace('node_modules/', '')})`],
  displayName: 'react',
  testEnvironment: '<rootDir>/spec/support/jsdomEnvironment.js',
  setupFilesAfterEnv: ['<rootDir>/spec/support/patientQueries.cjs'],
  testMatch: [
    '<rootDir>/spec/**/*.spec.tsx',
    '<rootDir>/spec/react/*.spec.ts',
    '<rootDir>/spec/react/!(server)/**/*.spec.ts',
  ],
  testPathIgnorePatterns: passedOver(19),
  moduleNameMapper: domNames,
};

/** The specs of what users have in components, with an earlier version of React. */
function earlierReact(major) {
  const standIns = {
    '^react-dom/client$': '<rootDir>/spec/support/react17/client.ts',
    '^@testing-library/react$': '<rootDir>/spec/support/react17/testingLibrary.ts',
  };
  return {
    ...react,
    displayName: `react${major}`,
    testMatch: [
      '<rootDir>/spec/react/**/*.spec.tsx',
      '<rootDir>/spec/react/*.spec.ts',
      '<rootDir>/spec/react/!(server)/**/*.spec.ts',
      '<rootDir>/spec/service/*.spec.tsx',
      '<rootDir>/spec/hazards/*.spec.tsx',
      '<rootDir>/spec/tools/devtools/react/*.spec.tsx',
      '<rootDir>/spec/tools/testing/{react,hooks}/*.spec.tsx',
      '<rootDir>/spec/tools/inspect/*.spec.tsx',
    ],
    testPathIgnorePatterns: passedOver(major),
    moduleNameMapper: {
      ...domNames,
      ...(major < 18 ? standIns : {}),
      '^react$': `react-${major}`,
      '^react/(.*)$': `react-${major}/$1`,
      '^react-dom$': `react-dom-${major}`,
      '^react-dom/(.*)$': `react-dom-${major}/$1`,
    },
  };
}

const browser = {
  ...shared,
  displayName: 'browser',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/spec/browser/**/*.spec.ts'],
  moduleNameMapper: publicNames,
  globalSetup: '<rootDir>/spec/support/buildPages.ts',
};

export default {
  // On two cores Jest would run everything in one process, which gets slower the more it has run.
  maxWorkers: 2,
  testSequencer: '<rootDir>/spec/support/longestFirst.cjs',
  reporters: ['<rootDir>/spec/support/ProgressReporter.cjs', 'summary'],
  // No promise about time: specs have clocks of their own. It ends a spec that hangs; 5 s, the default, also ended specs with many real
  // requests, and those that are the first to compile what they import, on a busy machine.
  testTimeout: 180_000,
  workerIdleMemoryLimit: '1GB',
  projects: [
    core,
    react,
    long,
    earlierReact(18),
    earlierReact(17),
    ...(withBrowser ? [browser] : []),
  ],
};
