import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { adapterBox } from '../../../support/adapter-box.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../fixtures/adapter-client.py');
const TOKEN = 'a-token-of-the-test';
const MODULES = '/usr/lib/python3/dist-packages';
const transports = [
  { transport: 'polling', module: 'requests' },
  { transport: 'websocket', module: 'websocket' },
];

test.for(transports)(
  'a client with python-socketio is served by $transport',
  async ({ transport, module }, { skip }) => {
    const missing = ['socketio', module].find((name) => !existsSync(join(MODULES, name)));
    skip(missing !== undefined, `The Debian package python3-${missing} is not installed`);
    await using box = await adapterBox({ socketio: [`auth_token: ${TOKEN}`] });
    const url = await box.start();
    const run = promisify(execFile)('/usr/bin/python3', [PROGRAM, url, transport, TOKEN], {
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    });
    const told: unknown = JSON.parse((await run).stdout);
    expect(told).toMatchObject({
      metadata: ['operating_system', 'shell', 'workspace_directory'],
      session: { stdout: `${box.workspace}/sub\n5`, exit_code: 0, cwd: `${box.workspace}/sub` },
      alone: { stdout: 'ä\nbye', stderr: '', exit_code: 0 },
      unknown: { error: { code: 'session_not_found' } },
      closed: true,
      transport,
      printed: 'ä\nbye\n',
    });
    const [created] = await box.events();
    expect(created?.data).toMatchObject({ title: '“python-socketio”, a client of the Shell Adapter' });
  },
);
