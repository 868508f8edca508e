import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Without windows, tabs and toolbars a browser needs three quarters of the time.
const debianBrowser = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((browser) => existsSync(browser));
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  testDir: '.',
  // Hosts, shells and a browser wait for each other a sixth of the time, which a third test uses. Each has a host of its own.
  workers: 3,
  fullyParallel: true,
  // For machines that are several times slower at times: what comes does not wait for it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  outputDir: '../test-results',
  reporter: [['list'], ...(report ? ([['json', { outputFile: report }]] as const) : [])],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // A trace takes a picture of the page with every step, which costs a quarter of the time: TRACE=1 for what one looks into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // Where there is no Debian Chromium, Playwright's own is used.
    launchOptions: debianBrowser === undefined ? {} : { executablePath: debianBrowser },
  },
  projects: [
    // Windows of one display take the focus from each other. First, so that the other worker runs tests of the web meanwhile.
    { name: 'electron', testMatch: /electron.*\.spec\.ts/, workers: 1 },
    { name: 'web', testMatch: /.*\.spec\.ts/, testIgnore: /electron.*\.spec\.ts/ },
    // Not a test: makes pictures, when asked for by name.
    { name: 'screenshots', testMatch: process.argv.includes('screenshots') ? /screenshots\.ts/ : [] },
  ],
});
