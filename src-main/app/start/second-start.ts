import type { Socket } from 'node:net';
import { z } from 'zod';

/** Answer of the first start to a second one. */
export interface SecondStartAnswer {
  readonly pid: number;
  readonly workspace: string;
  /** A fresh address for a browser; none if the first start brought its window to the front. */
  readonly address?: string;
  /** A page on disk that leads to another such address, to be handed to a browser: a command line is no place for one. */
  readonly page?: string;
  /** A person talks with it in a terminal: it has no window. */
  readonly isConsole?: boolean;
  /** Whether folders can be opened in it; a host of an earlier version does not say. */
  readonly takesFolders?: boolean;
  /** Real path of the folder that was asked for, once it is an open workspace. */
  readonly folder?: string;
  /** Reason why the requested folder is not open. */
  readonly problem?: string;
}

/** Request of a later start to the host: to open itself and a folder for the person, or to give the wire itself. */
export type SecondStartRequest =
  | { readonly kind: 'open'; readonly folder: string | undefined }
  | { readonly kind: 'join' };

/** Each line of a request has to be there in this time, in milliseconds, and within these bytes. */
const REQUEST_MS = 5000;
const MAX_REQUEST_BYTES = 16;
const MAX_FOLDER_BYTES = 64 * 1024;

const Folder = z.object({ folder: z.string().min(1) });

/** Text of a request by a second start. A folder stands on a line of its own, as JSON: hosts of earlier versions read a first line of 16 bytes at most. */
export function secondStartText(request: SecondStartRequest): string {
  if (request.kind === 'join') return 'join\n';
  return request.folder === undefined ? 'open\n' : `open-folder\n${JSON.stringify({ folder: request.folder })}\n`;
}

/**
 * Reads the request and leaves what follows it unread; undefined for one that is not understood. Rejects if none
 * arrives.
 */
export async function readSecondStart(socket: Socket): Promise<SecondStartRequest | undefined> {
  const line = await readLine(socket, REQUEST_MS);
  if (line === 'join') return { kind: 'join' };
  if (line === 'open') return { kind: 'open', folder: undefined };
  if (line !== 'open-folder') return undefined;
  const { folder } = Folder.parse(JSON.parse(await readLine(socket, REQUEST_MS, MAX_FOLDER_BYTES)));
  return { kind: 'open', folder };
}

/** The socket's next line; what comes after it stays to be read. Rejects when it does not come. */
export function readLine(socket: Socket, timeoutMs: number, maxBytes = MAX_REQUEST_BYTES): Promise<string> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    const give = (finish: () => void) => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).pause();
      finish();
    };
    const onClose = () => give(() => reject(new Error('It was closed')));
    const timer = setTimeout(onClose, timeoutMs);
    const onData = (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf(10);
      if (end < 0 && held.length > maxBytes) return onClose();
      if (end < 0) return;
      give(() => {
        if (held.length > end + 1) socket.unshift(held.subarray(end + 1));
        resolve(held.toString('utf8', 0, end));
      });
    };
    // A line before this one has left it paused.
    socket.on('data', onData).on('close', onClose).resume();
  });
}

const Answer = z.looseObject({ pid: z.number() });

/** Parses the answer of a host; undefined if it is not one. */
export function parseAnswer(text: string): SecondStartAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Answer.safeParse(value).success ? (value as SecondStartAnswer) : undefined;
  } catch {
    return undefined;
  }
}
