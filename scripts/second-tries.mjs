/** A reporter of vitest: names the tests that failed and passed when they were run once more, so that nobody misses them. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by it.
export default class SecondTries {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd() {
    for (const name of this.#names) console.log(`Passed at the second try only: ${name}`);
  }
}
