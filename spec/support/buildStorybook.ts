import { buildIfChanged } from './buildIfChanged.ts';

/** Before the browser specs: builds Storybook. */
export default function buildStorybook(
  _globalConfig: unknown,
  { rootDir }: { rootDir: string },
): void {
  buildIfChanged({
    root: rootDir,
    script: 'build:storybook',
    sources: ['src', 'stories', 'package-lock.json'],
    output: 'stories/.out',
  });
}
