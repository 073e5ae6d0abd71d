'use client';

/**
 * A provider with a store for tests, and a decorator for Storybook.
 *
 * @packageDocumentation
 */

export { FixtureProvider, type FixtureProviderProps } from './FixtureProvider.ts';
export { withFixtures } from './withFixtures.ts';
