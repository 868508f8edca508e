/** A long reply as it streams in: how long the page keeps a frame from being drawn. Measures the build in `out/`. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { scriptedModelServer } from '../support/scripted-model-server.ts';
import type { Report } from './run.ts';
import { untilQuiet, waitedForQuiet } from './terminal/quiet.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const ROOT = join(import.meta.dirname, '..', '..');
const PARAGRAPHS = 300;
const LINES_EACH = 20;
const LONGEST_FRAME_MS = 100;
const END = 'The end of it.';
const LAST_PARAGRAPHS = 5;
const PATIENCE_MS = 180_000;

export async function run(report: Report): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  const text = `${Array.from({ length: PARAGRAPHS }, (_, index) => paragraph(index)).join('\n\n')}\n\n${END}`;
  await using server = await scriptedModelServer([{ text }], { models: ['tiny'] });
  const profile = { baseurl: server.baseUrl, model: 'tiny', key: 'none' };
  // The data folder is the home folder as well.
  await writeFile(join(dataFolder, '.phishell.yaml'), JSON.stringify({ profiles: { bench: profile } }), {
    mode: 0o600,
  });
  const host = spawn(process.execPath, [join(ROOT, 'out/main/web.js'), '--no-open', '--port', '0'], {
    env: { ...process.env, HOME: dataFolder, SIGMA_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(await addressOf(host));
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Sessions/ })
      .click();
    await page.getByRole('button', { name: 'New session' }).first().click();
    await untilQuiet();
    const frames = await framesOfReply(page);
    const note = `${PARAGRAPHS} paragraphs of ${LINES_EACH} lines; ${waitedForQuiet()}`;
    const [longest = 0] = frames;
    report({ name: 'longest frame', value: Math.round(longest), unit: 'ms', atMost: LONGEST_FRAME_MS, note });
    const late = frames.filter((frame) => frame > LONGEST_FRAME_MS / 2).length;
    report({ name: 'frames over half of that', value: late, unit: `of ${frames.length}` });
  } finally {
    await browser.close();
    const exited = once(host, 'exit');
    host.kill();
    await exited;
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function addressOf(host: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of host.stdout ?? []) {
    text += String(chunk);
    const address = /http:\/\/127\.0\.0\.1:\d+\/\?code=\S+/.exec(text)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`The host did not start: ${text}`);
}

/** Milliseconds between two frames while the reply comes in, the longest first. */
async function framesOfReply(page: Page): Promise<readonly number[]> {
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Tell me all');
  // As text: what tsx makes of a function needs a helper that the page has not. The page itself looks for the end, among its last paragraphs: Playwright searches the text of
  // all elements at each try, which keeps frames of such a reply waiting for half a second.
  await page.evaluate(`{
    const paragraphs = document.getElementsByTagName('p');
    const frames = [];
    let last = performance.now();
    window.frameTimes = new Promise((resolve) => {
      requestAnimationFrame(function look(now) {
        frames.push(now - last);
        last = now;
        for (let index = paragraphs.length - 1; index >= 0 && index >= paragraphs.length - ${LAST_PARAGRAPHS}; index--)
          if (paragraphs[index].textContent === '${END}') return resolve(frames);
        requestAnimationFrame(look);
      });
    });
    void 0;
  }`);
  await page.keyboard.press('Enter');
  const frames = await Promise.race([
    page.evaluate<readonly number[]>('window.frameTimes'),
    setTimeout(PATIENCE_MS, undefined, { ref: false }).then(() => assert.fail(`"${END}" did not come.`)),
  ]);
  return frames.toSorted((a, b) => b - a);
}

function paragraph(index: number): string {
  if (index % 5 === 4)
    return `\`\`\`ts\n${lines(index, (line) => `const value${line} = await read(${line});`)}\n\`\`\``;
  if (index % 5 === 3) return lines(index, (line) => `- item ${line} with **weight** and \`code\``);
  return lines(index, (line) => `Line ${line} of paragraph ${index} says *something* about \`file-${line}.ts\`.`);
}

function lines(_: number, words: (line: number) => string): string {
  return Array.from({ length: LINES_EACH }, (__, line) => words(line)).join('\n');
}
