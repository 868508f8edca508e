import { appendFileSync } from 'node:fs';

/**
 * A reporter of vitest: names the tests that failed and passed when they were run once more, so that nobody misses them, and
 * notes them, a line each, in the file that SIGMA_SECOND_TRIES names.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by it.
export default class SecondTries {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd() {
    const { SIGMA_SECOND_TRIES: file } = process.env;
    for (const name of this.#names) console.log(`Passed at the second try only: ${name}`);
    if (file) appendFileSync(file, this.#names.map((name) => `${name}\n`).join(''));
  }
}
