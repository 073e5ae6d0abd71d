import { buildIfChanged, site, storybook } from './buildIfChanged.ts';

/**
 * Before the browser specs: builds Storybook, and for a run of all specs the site, which a spec of
 * the site builds otherwise. Several specs would begin the same build.
 */
export default async function buildPages({
  testPathPatterns,
}: {
  readonly testPathPatterns: { isSet(): boolean };
}): Promise<void> {
  const builds = testPathPatterns.isSet() ? [storybook] : [storybook, site];
  await Promise.all(builds.map(buildIfChanged));
}
