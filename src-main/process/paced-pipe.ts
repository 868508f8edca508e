import type { Readable } from 'node:stream';

/** Most bytes taken within a second: a program that writes more has to wait, but no other one. */
const BYTES_A_SECOND = 8 * 1024 * 1024;

/** Reads diagnostics as text without letting a flood of them take all of our time. */
export function readPaced(pipe: Readable, onText: (text: string) => void): void {
  const decoder = new TextDecoder();
  let from = performance.now();
  let taken = 0;
  pipe.on('data', (chunk: Buffer) => {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') onText(text);
    const now = performance.now();
    if (now - from > 1000) {
      from = now;
      taken = 0;
    }
    taken += chunk.length;
    if (taken < BYTES_A_SECOND) return;
    pipe.pause();
    setTimeout(() => pipe.resume(), from + 1000 - now).unref();
  });
  pipe.on('error', () => {});
}
