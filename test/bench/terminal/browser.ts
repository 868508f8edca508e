import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from '@playwright/test';
import { build } from 'vite';
import { PlainPage } from './plain-page.ts';
import { type SampleName, sample } from './samples.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const SAMPLES: readonly SampleName[] = ['ascii', 'colour', 'cjk', 'yes'];
const SAMPLE_BYTES = 12_000_000;

/** The product's terminal in Chromium, which a shell, the host's memory or the page itself can feed. */
export async function withBenchPage(measure: (page: PlainPage) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  const pageFolder = join(folder, 'page');
  let host: ChildProcess | undefined;
  let browser: Browser | undefined;
  try {
    await build({
      root: join(import.meta.dirname, 'page'),
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { outDir: pageFolder, emptyOutDir: true, target: 'esnext', modulePreload: false },
    });
    for (const name of SAMPLES)
      await writeFile(join(folder, name), sample(name, name === 'yes' ? 2_000_000 : SAMPLE_BYTES));
    await writeFile(join(folder, '.bashrc'), "PS1='READY> '\n");
    host = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'host.ts'), pageFolder, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const port = await firstLine(host);
    browser = await chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: ['--no-sandbox'] });
    await measure(await openPage(browser, port));
  } finally {
    await browser?.close();
    await end(host);
    await rm(folder, { recursive: true, force: true });
  }
}

async function openPage(browser: Browser, port: string): Promise<PlainPage> {
  const page = await PlainPage.open(browser, `http://127.0.0.1:${port}/?gl=0`, { width: 1400, height: 500 });
  await page.call('connect');
  return page;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The host has no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The host of the bench did not start');
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
