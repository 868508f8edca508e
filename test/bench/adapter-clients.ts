import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { io } from 'socket.io-client';
import { probeSandbox } from '#process/sandbox/probe';
import { adapterBox } from '../support/adapter-box.ts';
import { ENVIRONMENT } from '../support/box-ports.ts';
import { BARE_BOX } from './adapter-parts.ts';
import { type AdapterProgram, adapterProgram } from './adapter-program.ts';
import { medians } from './medians.ts';
import type { Report } from './run.ts';

const run = promisify(execFile);
const CLIENTS = 50;
const EACH = 4;
const ROUNDS = 3;
/** Commands without a session that the adapter runs at one time. */
const AT_ONCE = 10;
/** Pause in which a spare shell is prepared, in milliseconds. */
const PAUSE_MS = 400;

/**
 * Commands without a session, as clients have them over the wire: recorded, watched, in the box of the app as it is built, and
 * outside, where only the adapter itself is there.
 */
export async function benchClients(report: Report): Promise<void> {
  const { works, program } = await probeSandbox(ENVIRONMENT);
  if (works) {
    await using app = await adapterProgram();
    await benchPlace(report, app, program);
  }
  await using box = await adapterBox();
  await benchPlace(report, { url: await box.start(), workspace: box.workspace }, undefined);
}

/** @param bwrap starts the boxes; outside if absent */
async function benchPlace(
  report: Report,
  { url, workspace }: Pick<AdapterProgram, 'url' | 'workspace'>,
  bwrap: string | undefined,
): Promise<void> {
  const name = `adapter.clients.${bwrap === undefined ? 'plain' : 'box'}`;
  const client = io(url, { forceNew: true, transports: ['websocket'] });
  const echo = async () => void (await client.emitWithAck('execute_command', { command: 'echo hi' }));
  const bash = async () => void (await run('bash', ['-c', 'echo hi'], { cwd: workspace }));
  for (let at = 0; at < 5; at++) await echo();
  const spare = await medians([bash, echo], PAUSE_MS);
  const note = `echo hi, in turns; bash -c takes ${spare[0]} ms`;
  report({ name: `${name}.spare`, value: round((spare[1] ?? 0) - (spare[0] ?? 0)), unit: 'ms', atMost: 8, note });
  const busy = await medians([bash, echo], 0);
  report({ name: `${name}.busy`, value: round((busy[1] ?? 0) - (busy[0] ?? 0)), unit: 'ms', atMost: 30 });
  const rates: number[] = [];
  for (let at = 0; at < ROUNDS; at++) rates.push(await rate(url));
  const reached = rates.sort((one, other) => one - other)[ROUNDS >> 1] ?? 0;
  const rateNote = `${CLIENTS} clients, ${EACH} each, median of ${ROUNDS} rounds; worst ${round(rates[0] ?? 0)}`;
  report({ name: `${name}.rate`, value: round(reached), unit: 'commands/s', atLeast: 40, note: rateNote });
  const bare = await bareRate(bwrap);
  const what = bwrap === undefined ? 'bash -c' : 'bash -c in a box of bubblewrap';
  const bareNote = `${what}, ${AT_ONCE} at once, of which nothing is recorded, watched or limited`;
  report({ name: `${name}.bare`, value: round(bare), unit: 'commands/s', note: bareNote });
  report({ name: `${name}.share`, value: round(reached / bare), unit: 'of the bare rate' });
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

/** Commands a second that are started and waited for with nothing around them. */
async function bareRate(bwrap: string | undefined): Promise<number> {
  const echo = ['-c', 'echo hi'];
  const one = () => (bwrap === undefined ? run('bash', echo) : run(bwrap, [...BARE_BOX, 'bash', ...echo]));
  let left = CLIENTS * EACH;
  const worker = async () => {
    while (left-- > 0) await one();
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (CLIENTS * EACH) / ((performance.now() - from) / 1000);
}

const round = (value: number) => Math.round(value * 100) / 100;
