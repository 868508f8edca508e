import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { io } from 'socket.io-client';
import { probeSandbox } from '#process/sandbox/probe';
import { adapterBox } from '../support/adapter-box.ts';
import { ENVIRONMENT } from '../support/box-ports.ts';
import { medians } from './medians.ts';
import type { Report } from './run.ts';

const run = promisify(execFile);
const CLIENTS = 50;
const EACH = 4;
/** Pause in which a spare shell is prepared, in milliseconds. */
const PAUSE_MS = 400;

/** Commands without a session, as clients have them over the wire: recorded, watched, in the box and outside. */
export async function benchClients(report: Report): Promise<void> {
  const { works } = await probeSandbox(ENVIRONMENT);
  for (const hasBoxes of works ? [true, false] : [false]) await benchPlace(report, hasBoxes);
}

async function benchPlace(report: Report, hasBoxes: boolean): Promise<void> {
  await using box = await adapterBox({ hasBoxes });
  const url = await box.start();
  const name = `adapter.clients.${hasBoxes ? 'box' : 'plain'}`;
  const client = io(url, { forceNew: true, transports: ['websocket'] });
  const echo = async () => void (await client.emitWithAck('execute_command', { command: 'echo hi' }));
  const bash = async () => void (await run('bash', ['-c', 'echo hi'], { cwd: box.workspace }));
  for (let at = 0; at < 5; at++) await echo();
  const spare = await medians([bash, echo], PAUSE_MS);
  const note = `echo hi, in turns; bash -c takes ${spare[0]} ms`;
  report({ name: `${name}.spare`, value: round((spare[1] ?? 0) - (spare[0] ?? 0)), unit: 'ms', atMost: 8, note });
  const busy = await medians([bash, echo], 0);
  report({ name: `${name}.busy`, value: round((busy[1] ?? 0) - (busy[0] ?? 0)), unit: 'ms', atMost: 30 });
  report({ name: `${name}.rate`, value: round(await rate(url)), unit: 'commands/s', atLeast: 40 });
  client.disconnect();
}

/** Commands a second that many clients get answered. */
async function rate(url: string): Promise<number> {
  const clients = Array.from({ length: CLIENTS }, () => io(url, { forceNew: true, transports: ['websocket'] }));
  await Promise.all(clients.map((client) => client.emitWithAck('shell_metadata', {})));
  const from = performance.now();
  const each = async (client: (typeof clients)[number]) => {
    for (let at = 0; at < EACH; at++) await client.emitWithAck('execute_command', { command: 'echo hi' });
  };
  await Promise.all(clients.map(each));
  const seconds = (performance.now() - from) / 1000;
  for (const client of clients) client.disconnect();
  return (CLIENTS * EACH) / seconds;
}

const round = (value: number) => Math.round(value * 100) / 100;
