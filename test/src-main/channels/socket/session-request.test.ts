import { expect, test } from 'vitest';
import { askSession } from '../../../../src-main/channels/socket/session-request.ts';
import { SessionSocketClient } from '../../../../src-main/channels/socket/session-socket.ts';
import { MAX_SOCKET_PATH_BYTES } from '../../../../src-main/core/servers/unix-socket-server.ts';

test('a path that is too long for a socket is refused with the limit of this system', async () => {
  const socketPath = `/tmp/${'a'.repeat(200)}`;
  await expect(askSession({ socketPath, method: 'GET', path: '/' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: `${socketPath} is too long for a socket: at most ${MAX_SOCKET_PATH_BYTES} bytes`,
  });
});

test.each(['仕事', 'a\nb', 'Überblick–2'])(
  'the conversation %j is refused by its name, and not as a header',
  async (conversation) => {
    const asking = new SessionSocketClient('/tmp/none.sock').about({ channel: 'cli', user: 'me', conversation });
    await expect(asking).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `A conversation cannot be called ${JSON.stringify(conversation)}`,
    });
  },
);
