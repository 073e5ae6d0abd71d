const { DefaultReporter } = require('@jest/reporters');

/** A run of at most this many spec files prints one line per file, as Jest does. */
const FEW = 20;

/** How often a log gets a line of progress, ms. A terminal shows the progress all the time. */
const INTERVAL = 20_000;

/** Jest's reporter without a line for each spec file that passes. Prints failures as they happen. */
module.exports = class ProgressReporter extends DefaultReporter {
  #startedAt = 0;
  #printedAt = 0;
  #isLong = false;

  onRunStart(results, options) {
    this.#startedAt = this.#printedAt = Date.now();
    this.#isLong = results.numTotalTestSuites > FEW;
    super.onRunStart(results, options);
  }

  printTestFileHeader(path, config, result) {
    const isQuiet = result.numFailingTests === 0 && !result.failureMessage && !result.console;
    if (!this.#isLong || !isQuiet) super.printTestFileHeader(path, config, result);
  }

  onTestResult(test, result, results) {
    super.onTestResult(test, result, results);
    const now = Date.now();
    if (!this.#isLong || process.stdout.isTTY || now - this.#printedAt < INTERVAL) return;
    this.#printedAt = now;
    const files = results.numPassedTestSuites + results.numFailedTestSuites;
    const seconds = Math.round((now - this.#startedAt) / 1_000);
    const passed = `${files} of ${results.numTotalTestSuites} spec files, ${results.numPassedTests} tests passed`;
    this.log(`${passed}, ${results.numFailedTests} failed, ${seconds} s`);
  }
};
