/// <reference path="../../../src-main/terminal/node-pty-native.d.ts" />

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { spawn } from 'node-pty';
import { WebSocketServer } from 'ws';

/** Portions that are not acknowledged, of 100,000 characters, at which a shell is stopped and goes on (xterm.js, guide to flow control). */
const STOP_AT = 5;
const GO_ON_AT = 2;
const PORTION = 100_000;

/** The control: a shell of node-pty's at the other end of each WebSocket, and nothing of ours between them. */
export function bareShells(home: string): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home, TERM: 'xterm-256color' };
  sockets.on('connection', (client, request: IncomingMessage) => {
    const { searchParams: size } = new URL(request.url ?? '/', 'http://x');
    const [cols, rows] = [Number(size.get('columns')), Number(size.get('rows'))];
    const shell = spawn('/bin/bash', [], { cwd: home, env, cols, rows });
    let sent = 0;
    let portions = 0;
    shell.onData((text) => {
      client.send(text);
      sent += text.length;
      if (sent < PORTION) return;
      sent -= PORTION;
      portions++;
      if (portions === STOP_AT) shell.pause();
    });
    client.on('message', (data) => {
      const message = String(data);
      if (message.startsWith('k')) shell.write(message.slice(1));
      else if (--portions === GO_ON_AT) shell.resume();
    });
    client.on('close', () => shell.kill());
  });
  return (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
}
