/// <reference path="../../../src-main/terminal/node-pty-native.d.ts" />

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { spawn } from 'node-pty';
import { WebSocketServer } from 'ws';
import { ReplayPty, type Samples } from './replay-pty.ts';

/** Portions that are not acknowledged, of 100,000 characters, at which a shell is stopped and goes on (xterm.js, guide to flow control). */
const STOP_AT = 5;
const GO_ON_AT = 2;
const PORTION = 100_000;

/**
 * The control: a shell of node-pty's at the other end of each WebSocket, and nothing of ours between them. With `from=memory` samples are
 * played there in place of a shell.
 */
export function bareShells(
  home: string,
  samples: Samples,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home, TERM: 'xterm-256color' };
  sockets.on('connection', (client, request: IncomingMessage) => {
    const { searchParams: size } = new URL(request.url ?? '/', 'http://x');
    const [cols, rows] = [Number(size.get('columns')), Number(size.get('rows'))];
    let sent = 0;
    let portions = 0;
    const onData = (text: string) => {
      client.send(text);
      sent += text.length;
      if (sent < PORTION) return;
      sent -= PORTION;
      portions++;
      if (portions === STOP_AT) shell.pause();
    };
    const shell =
      size.get('from') === 'memory'
        ? new ReplayPty({ onData }, samples)
        : spawn('/bin/bash', [], { cwd: home, env, cols, rows });
    if (!(shell instanceof ReplayPty)) shell.onData(onData);
    client.on('message', (data) => {
      const message = String(data);
      if (message.startsWith('k')) shell.write(message.slice(1));
      else if (--portions === GO_ON_AT) shell.resume();
    });
    client.on('close', () => (shell instanceof ReplayPty ? undefined : shell.kill()));
  });
  return (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
}
