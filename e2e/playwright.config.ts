import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  testDir: '.',
  // Hosts, shells and a browser share two cores: one test at a time.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results',
  reporter: [['list'], ...(report ? ([['json', { outputFile: report }]] as const) : [])],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    // Where there is no Debian Chromium, Playwright's own is used.
    launchOptions: existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {},
  },
  projects: [
    { name: 'web', testMatch: /.*\.spec\.ts/, testIgnore: /electron.*\.spec\.ts/ },
    { name: 'electron', testMatch: /electron.*\.spec\.ts/ },
    // Not a test: makes pictures, when asked for by name.
    { name: 'screenshots', testMatch: process.argv.includes('screenshots') ? /screenshots\.ts/ : [] },
  ],
});
