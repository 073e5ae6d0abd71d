import { type ComponentType, createElement, type ReactElement } from 'react';
import type { Fixtures } from '../Fixture.ts';
import { FixtureProvider, type FixtureProviderProps } from './FixtureProvider.ts';

/**
 * A decorator for Storybook: each story has a store of its own, with the fixtures as its server.
 *
 * @example
 * ```ts
 * export default {
 *   component: UserList,
 *   decorators: [withFixtures(() => [fixture({ endpoint: getUsers, response: [] })])],
 * };
 * ```
 */
export function withFixtures(
  fixtures: Fixtures,
  options: Omit<FixtureProviderProps, 'children' | 'fixtures'> = {},
): (Story: ComponentType) => ReactElement {
  return (Story) =>
    createElement(
      FixtureProvider,
      { fallback: 'Loading …', ...options, fixtures },
      createElement(Story),
    );
}
