import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { SocketServer, type SocketServerOptions } from '../../../src-main/mcp/socket-server.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.skipIf(process.platform === 'win32')(
  'a folder that its socket needs is there while it listens, and only then',
  async () => {
    await using folder = await temporaryFolder();
    vi.stubEnv('TMPDIR', folder.path);
    const options = { dataFolder: `/${'long/'.repeat(30)}`, token: () => 't', onChanged: () => {}, log: silentLogger };
    const server = new SocketServer(options as unknown as SocketServerOptions);
    expect(await readdir(folder.path)).toEqual([]);
    await server[Symbol.asyncDispose]();

    const other = new SocketServer(options as unknown as SocketServerOptions);
    await other.listen();
    expect(dirname(dirname(other.path))).toBe(folder.path);
    expect(existsSync(join(other.path))).toBe(true);
    await other[Symbol.asyncDispose]();
    expect(await readdir(folder.path)).toEqual([]);
    vi.unstubAllEnvs();
  },
);
