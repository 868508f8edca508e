import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Names what failed, from a runner's JSON report, since its own lines scrolled by long ago; empty if all passed. */
export function failedTests(reportFile, root) {
  if (!existsSync(reportFile)) return [];
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  return report.testResults ? ofVitest(report, root) : ofPlaywright(report.suites ?? [], []);
}

/** Names the end-to-end tests that passed at their second try, from Playwright's JSON report. */
export function flakyTests(reportFile) {
  if (!existsSync(reportFile)) return [];
  return ofPlaywright(JSON.parse(readFileSync(reportFile, 'utf8')).suites ?? [], [], 'flaky');
}

function ofVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, assertionResults, message }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
}

function ofPlaywright(suites, above, wanted = 'unexpected') {
  return suites.flatMap(({ title, suites: inner = [], specs = [] }) => {
    const path = [...above, title];
    const found = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
    return [...found.map((spec) => [...path, spec.title].join(' > ')), ...ofPlaywright(inner, path, wanted)];
  });
}

function firstLine(text = '') {
  return text.trim().split('\n', 1)[0] ?? '';
}
