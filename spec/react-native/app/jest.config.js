/** What is shipped as ES modules, and React Native, whose sources need its Babel preset. */
const transformed =
  '(jest-)?react-native|@react-native|@react-navigation|standard-navigation|use-latest-callback|nanoid';

module.exports = {
  preset: '@react-native/jest-preset',
  // No promise about time: it ends a test that hangs.
  testTimeout: 60_000,
  testMatch: ['<rootDir>/*.test.js'],
  transformIgnorePatterns: [`node_modules/(?!(${transformed})(/|-))`],
};
