'use client';

export { FixtureProvider, type FixtureProviderProps } from './FixtureProvider.ts';
export { withFixtures } from './withFixtures.ts';
