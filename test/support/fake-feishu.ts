import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';
import { type WebSocket, WebSocketServer } from 'ws';
import { serverEnder } from '#core/servers/http-ends';

export const FEISHU_APP = { appId: 'cli_0123456789abcdef', appSecret: 'fake-feishu-secret-of-a-test' };

interface FeishuCard {
  readonly id: string;
  readonly chat: string;
  text: string;
  buttons: readonly { readonly text: string; readonly value: Record<string, unknown> }[];
}

interface PlannedFailure {
  /** Part of the path. */
  readonly path: string;
  readonly status?: number;
  readonly code: number;
  readonly message: string;
  /** Whether what was asked is done before the failure is told. */
  readonly isDone?: boolean;
}

/** Frames of the long connection. */
const FRAME = protobuf
  .parse(
    `syntax = "proto2"; package pbbp2;
   message Header { required string key = 1; required string value = 2; }
   message Frame { required uint32 SeqID = 1; required uint32 LogID = 2; required int32 service = 3; required int32 method = 4;
     repeated Header headers = 5; optional string payloadEncoding = 6; optional string payloadType = 7; optional bytes payload = 8;
     optional string LogIDNew = 9; }`,
    { keepCase: true },
  )
  .root.lookupType('pbbp2.Frame');

/** Feishu's open API and long connection on this machine. */
export interface FakeFeishu extends AsyncDisposable {
  readonly root: string;
  readonly calls: readonly { readonly method: string; readonly path: string }[];
  readonly cards: readonly FeishuCard[];
  readonly images: readonly string[];
  write(person: string, text: string): void;
  /** A message of any kind; `id` names one that is sent again. */
  send(
    person: string,
    message: { readonly type: string; readonly content: unknown; readonly id?: string; readonly chatType?: string },
  ): void;
  /** Presses a button, and returns the answer to the person. */
  press(person: string, value: Record<string, unknown>): Promise<unknown>;
  fail(...planned: readonly PlannedFailure[]): void;
  readonly files: Map<string, Uint8Array>;
  /** Closes the long connection. */
  drop(): void;
  readonly connections: number;
}

export async function fakeFeishu(): Promise<FakeFeishu> {
  const calls: { method: string; path: string }[] = [];
  const cards: FeishuCard[] = [];
  const images: string[] = [];
  const made = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const planned: PlannedFailure[] = [];
  const sockets = new Set<WebSocket>();
  const replies = new Map<string, (value: unknown) => void>();
  let last = 0;
  let connections = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const raw = Buffer.concat(pieces);
    const isJson = String(request.headers['content-type']).includes('json');
    const body = isJson && raw.length > 0 ? JSON.parse(raw.toString('utf8')) : {};
    const { method = '', url: path = '' } = request;
    calls.push({ method, path });
    const say = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const known = made.get(body.uuid);
    if (known !== undefined) return say({ code: 0, msg: 'ok', data: { message_id: known } });
    const at = planned.findIndex((one) => path.includes(one.path));
    const [plan] = at < 0 ? [] : planned.splice(at, 1);
    const fails = () => say({ code: plan?.code, msg: plan?.message }, plan?.status);
    if (plan && !plan.isDone) return fails();
    if (path.includes('/tenant_access_token/')) {
      const isRight = body.app_id === FEISHU_APP.appId && body.app_secret === FEISHU_APP.appSecret;
      return say(
        isRight
          ? { code: 0, msg: 'ok', tenant_access_token: 'tenant-token', expire: 7200 }
          : { code: 10014, msg: 'app secret invalid' },
      );
    }
    if (path.startsWith('/callback/ws/endpoint')) {
      const { port } = server.address() as AddressInfo;
      const ClientConfig = { PingInterval: 120, ReconnectCount: -1, ReconnectInterval: 1, ReconnectNonce: 1 };
      return say({
        code: 0,
        msg: 'ok',
        data: { URL: `ws://127.0.0.1:${port}/ws?device_id=d&service_id=7`, ClientConfig },
      });
    }
    if (request.headers.authorization !== 'Bearer tenant-token')
      return say({ code: 99991663, msg: 'token invalid' }, 400);
    if (path.includes('/resources/')) return void response.end(files.get(/resources\/([^?]+)/.exec(path)?.[1] ?? ''));
    if (path.startsWith('/open-apis/im/v1/images')) return say({ code: 0, msg: 'ok', data: { image_key: 'img_made' } });
    if (method === 'POST' && body.msg_type === 'image') images.push(body.receive_id);
    else if (method === 'POST') cards.push({ id: `om_${++last}`, chat: body.receive_id, ...cardIn(body.content) });
    const card = cards.find(({ id }) => path.includes(id));
    if (method === 'PATCH' && card) Object.assign(card, cardIn(body.content));
    if (method === 'DELETE' && card) cards.splice(cards.indexOf(card), 1);
    if (method === 'POST' && body.uuid !== undefined) made.set(body.uuid, `om_${last}`);
    return plan ? fails() : say({ code: 0, msg: 'ok', data: { message_id: `om_${last}` } });
  });
  const ws = new WebSocketServer({ server, path: '/ws' });
  ws.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (bytes: Buffer) => {
      const frame = FRAME.toObject(FRAME.decode(bytes)) as {
        headers: { key: string; value: string }[];
        payload?: Uint8Array;
      };
      const id = frame.headers.find(({ key }) => key === 'message_id')?.value;
      if (id === undefined) return;
      const { data } = JSON.parse(Buffer.from(frame.payload ?? []).toString('utf8'));
      replies.get(id)?.(data === undefined ? undefined : JSON.parse(Buffer.from(data, 'base64').toString('utf8')));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const end = serverEnder(server);
  const push = (type: string, event: object): string => {
    const id = `event-${++last}`;
    const payload = Buffer.from(JSON.stringify({ schema: '2.0', header: { event_id: id, event_type: type }, event }));
    const headers = Object.entries({ type: 'event', message_id: id, sum: '1', seq: '0', trace_id: 't' }).map(
      ([key, value]) => ({ key, value }),
    );
    const bytes = FRAME.encode(FRAME.create({ SeqID: 1, LogID: 1, service: 7, method: 1, headers, payload })).finish();
    for (const socket of sockets) socket.send(bytes);
    return id;
  };
  const send: FakeFeishu['send'] = (person, { type, content, id = `om_in_${++last}`, chatType = 'p2p' }) =>
    void push('im.message.receive_v1', {
      sender: { sender_id: { open_id: person }, sender_type: 'user' },
      message: {
        message_id: id,
        chat_id: `oc_${person}`,
        chat_type: chatType,
        message_type: type,
        content: JSON.stringify(content),
      },
    });
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    cards,
    images,
    files,
    send,
    write: (person, text) => send(person, { type: 'text', content: { text } }),
    press: (person, value) =>
      new Promise((resolve) => {
        const id = push('card.action.trigger', {
          operator: { open_id: person },
          token: 'c',
          action: { tag: 'button', value },
        });
        replies.set(id, resolve);
      }),
    fail: (...more) => void planned.push(...more),
    drop: () => {
      for (const socket of sockets) socket.terminate();
    },
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.terminate();
      await end();
    },
  };
}

function cardIn(json: string): Pick<FeishuCard, 'text' | 'buttons'> {
  const { elements } = JSON.parse(json) as {
    elements: {
      tag: string;
      text?: { content: string };
      actions?: { text: { content: string }; value: Record<string, unknown> }[];
    }[];
  };
  const buttons = elements.flatMap(({ actions = [] }) =>
    actions.map(({ text, value }) => ({ text: text.content, value })),
  );
  return { text: elements.map(({ text }) => text?.content ?? '').join(''), buttons };
}
