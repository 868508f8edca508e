import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { io } from 'socket.io-client';
import { probeSandbox } from '#process/sandbox/probe';
import { adapterBox } from '../support/adapter-box.ts';
import { ENVIRONMENT } from '../support/box-ports.ts';
import { medians } from './medians.ts';
import type { Report } from './run.ts';

const run = promisify(execFile);
/** Pause in which a spare shell is prepared, in milliseconds. */
const PAUSE_MS = 800;
const BOX = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--unshare-net'];
/** About what the record of one command has at its beginning, and at its end. */
const LINES = 'x'.repeat(1500);

/**
 * Measures what a command without a session consists of, in turns: bash itself, the two flushes to the disk that the record needs
 * (its beginning before it runs, its end before its client hears), and the rest, which is ours.
 */
export async function benchParts(report: Report): Promise<void> {
  const { works, program = '' } = await probeSandbox(ENVIRONMENT);
  await using box = await adapterBox({ hasBoxes: works });
  const url = await box.start();
  const client = io(url, { forceNew: true, transports: ['websocket'] });
  const record = await open(join(box.folder, 'flushes'), 'a');
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
    isolated: async () => void (await client.emitWithAck('execute_command', { command: 'echo hi' })),
    box: async () => void (works && (await run(program, [...BOX, 'bash', '-c', 'echo hi']))),
  };
  for (let at = 0; at < 5; at++) await ways.isolated();
  const [bash = 0, flushes = 0, isolated = 0, inBox = 0] = await medians(Object.values(ways), PAUSE_MS);
  client.disconnect();
  await record.close();
  const figures = { bash, flushes, isolated, ours: isolated - bash - flushes, 'box-start': Math.max(0, inBox - bash) };
  const notes: Readonly<Record<string, string>> = {
    bash: 'bash -c, from its start to its end',
    flushes: 'two writes with fdatasync, one after the other',
    isolated: `echo hi, to its answer, a spare shell ${works ? 'in the box ' : ''}there`,
    ours: 'the rest of it: two looks at the workspace, the policy, handing over, reading, the wire both ways',
    'box-start': 'what bubblewrap adds to bash -c where no spare is there; not in the others',
  };
  for (const [name, value] of Object.entries(figures)) {
    report({
      name: `adapter.parts.${name}`,
      value: Math.round(value * 100) / 100,
      unit: 'ms',
      note: notes[name] ?? '',
    });
  }
}
