// Succeeds where Playwright can start its own Chromium; takes the folder whose Playwright that is.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.argv[2] ?? '', 'package.json'))('@playwright/test');
const browser = await chromium.launch({ timeout: 30_000 });
await browser.close();
