import { existsSync, readFileSync } from 'node:fs';

/** Counts of tests: passed, failed and skipped. */
export const NONE = { passed: 0, failed: 0, skipped: 0 };

export function sum(counts) {
  return counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NONE,
  );
}

/** The closing line, which names what was skipped only where something was. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A check without tests of its own is one test. */
export function countOfCheck(exitCode) {
  return exitCode === 0 ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 };
}

/** Counts the tests of vitest's JSON report; a file that cannot be loaded is a failed test. */
export function countOfVitest(reportFile, exitCode) {
  return checked(reportFile, exitCode, (report) => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }));
}

/** Counts the tests of Playwright's JSON report; one that needed a second try has passed, and the runner names it. */
export function countOfPlaywright(reportFile, exitCode) {
  return checked(reportFile, exitCode, ({ stats, errors = [] }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }));
}

/**
 * Counts the tests that `--list` reports as skipped, because none of them can run here; if they cannot be counted, one
 * failed.
 */
export function countOfSkipped(reportFile) {
  if (!existsSync(reportFile)) return { ...NONE, failed: 1 };
  const { stats, errors = [] } = JSON.parse(readFileSync(reportFile, 'utf8'));
  return { ...NONE, skipped: stats.skipped, failed: errors.length };
}

/** A runner that left no report, ran nothing, or ended badly without a failed test, has failed itself. */
function checked(reportFile, exitCode, count) {
  if (!existsSync(reportFile)) return { ...NONE, failed: 1 };
  const counts = count(JSON.parse(readFileSync(reportFile, 'utf8')));
  const hasRun = counts.passed + counts.failed > 0;
  const isBad = counts.failed === 0 && (exitCode !== 0 || !hasRun);
  return isBad ? { ...counts, failed: 1 } : counts;
}
