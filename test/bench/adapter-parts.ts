import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { io } from 'socket.io-client';
import { watchTree } from '#ledger';
import { probeSandbox } from '#process/sandbox/probe';
import { adapterBox } from '../support/adapter-box.ts';
import { ENVIRONMENT } from '../support/box-ports.ts';
import { medians } from './medians.ts';
import type { Report } from './run.ts';

const run = promisify(execFile);
/** Pause in which a spare shell is prepared, in milliseconds. */
const PAUSE_MS = 800;
/** Arguments of bubblewrap for a box that has nothing of ours. */
export const BARE_BOX = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--unshare-net'];
/** About what the record of one command has at its beginning, and at its end. */
const LINES = 'x'.repeat(1500);

/** Most that is ours of a command: what its client waits beyond the parts that have to be, in milliseconds. */
const MAX_OUR_MS = 8;

/**
 * Measures what a command without a session consists of, in turns: bash itself, the two flushes to the disk that the record needs
 * (its beginning before it runs, its end before its client hears), the two looks at the workspace that tell what it changed, the
 * way of a request and its answer, and the rest, which is ours.
 */
export async function benchParts(report: Report): Promise<void> {
  const { works, program = '' } = await probeSandbox(ENVIRONMENT);
  await using box = await adapterBox({ hasBoxes: works });
  const url = await box.start();
  const client = io(url, { forceNew: true, transports: ['websocket'] });
  const record = await open(join(box.folder, 'flushes'), 'a');
  const indexFolder = join(box.folder, 'trees');
  await using tree = watchTree({ root: box.workspace, content: box.ledger.content, indexFolder });
  const flush = async () => {
    await record.write(LINES);
    await record.datasync();
  };
  const ways = {
    bash: async () => void (await run('bash', ['-c', 'echo hi'], { cwd: box.workspace })),
    flushes: async () => {
      await flush();
      await flush();
    },
    looks: async () => {
      await tree.look();
      await tree.look();
    },
    wire: async () => void (await client.emitWithAck('shell_metadata', {})),
    isolated: async () => void (await client.emitWithAck('execute_command', { command: 'echo hi' })),
    box: async () => void (works && (await run(program, [...BARE_BOX, 'bash', '-c', 'echo hi']))),
  };
  for (let at = 0; at < 5; at++) {
    for (const way of [ways.looks, ways.wire, ways.isolated]) await way();
  }
  const [bash = 0, flushes = 0, looks = 0, wire = 0, isolated = 0, inBox = 0] = await medians(
    Object.values(ways),
    PAUSE_MS,
  );
  client.disconnect();
  await record.close();
  const floor = bash + flushes + looks + wire;
  const parts = { bash, flushes, looks, wire, floor, isolated };
  const figures = { ...parts, ours: isolated - floor, 'box-start': Math.max(0, inBox - bash) };
  const notes: Readonly<Record<string, string>> = {
    bash: 'bash -c, from its start to its end',
    flushes: 'two writes with fdatasync, one after the other',
    isolated: `echo hi, to its answer, a spare shell ${works ? 'in the box ' : ''}there`,
    looks: 'two looks at the workspace, each a question to the thread that looks',
    wire: 'a request that is answered at once, and its answer',
    floor: 'these four',
    ours: 'the rest of it: the policy, what is written down, handing over, the end of the box, reading',
    'box-start': 'what bubblewrap adds to bash -c where no spare is there; not in the others',
  };
  for (const [name, value] of Object.entries(figures)) {
    report({
      name: `adapter.parts.${name}`,
      value: Math.round(value * 100) / 100,
      unit: 'ms',
      ...(name === 'ours' && { atMost: MAX_OUR_MS }),
      note: notes[name] ?? '',
    });
  }
}
