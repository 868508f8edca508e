import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startNodeChild } from '../../../src-main/process/node-program.ts';
import { writeFiles } from '../../support/js-package.ts';
import { isAlive, processesWithMark } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function start(folder: string, source: string) {
  await writeFiles(folder, { 'program.cjs': source });
  const environment = { PATH: '/usr/bin:/bin', HOME: folder };
  return startNodeChild({ module: join(folder, 'program.cjs'), cwd: folder, environment });
}

test('a program gets its messages in order, and none of our environment', async () => {
  await using folder = await temporaryFolder();
  const answering = `process.on('message', (message) => process.send([message, process.cwd(), process.env.VITEST ?? 'none']));`;
  await using program = await start(folder.path, answering);
  const heard: unknown[] = [];
  const three = new Promise<void>((resolve) => {
    program.onMessage((message) => heard.push(message) === 3 && resolve());
  });
  for (const message of ['ä', { a: [1] }, 3]) program.send(message);
  await three;
  expect(heard).toEqual(['ä', { a: [1] }, 3].map((message) => [message, folder.path, 'none']));
});

test('a program tells its exit code; what is sent to it afterwards is lost without harm', async () => {
  await using folder = await temporaryFolder();
  await using program = await start(folder.path, `console.log('out'); process.exitCode = 5;`);
  const said = text(program.stdout);
  expect(await program.exited).toMatchObject({ exitCode: 5 });
  expect(await said).toBe('out\n');
  program.send('late');
});

test('a program that ignores SIGTERM is ended with its children after the grace period', async () => {
  await using folder = await temporaryFolder();
  const stubborn = `process.on('SIGTERM', () => {}); process.on('message', () => {});
    require('node:child_process').spawn('/bin/sleep', ['1000'], { detached: true }); process.send('up');`;
  const program = await start(folder.path, stubborn);
  await new Promise((resolve) => program.onMessage(resolve));
  await program.end(200);
  expect(await isAlive(program.pid)).toBe(false);
  expect(await processesWithMark(`HOME=${folder.path}`)).toEqual([]);
});

test('a program that is not there ends with an error on stderr', async () => {
  await using folder = await temporaryFolder();
  const environment = { PATH: '/usr/bin:/bin' };
  await using program = await startNodeChild({ module: join(folder.path, 'no.cjs'), cwd: folder.path, environment });
  expect(await text(program.stderr)).toContain('Cannot find module');
  expect(await program.exited).toMatchObject({ exitCode: 1 });
});
