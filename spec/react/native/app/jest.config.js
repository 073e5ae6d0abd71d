/** Packages to transform: ES modules, and React Native, whose sources need its Babel preset. */
const transformed =
  '(jest-)?react-native|@react-native|@react-navigation|standard-navigation|use-latest-callback|nanoid';

module.exports = {
  preset: '@react-native/jest-preset',
  // Only ends a test that hangs.
  testTimeout: 60_000,
  testMatch: ['<rootDir>/*.test.js'],
  transformIgnorePatterns: [`node_modules/(?!(${transformed})(/|-))`],
};
