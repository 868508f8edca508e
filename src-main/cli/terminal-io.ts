import type { ReadStream, WriteStream } from 'node:tty';
import { onAbort } from '#core/async/abort';
import { Emitter } from '#core/async/emitter';
import type { Io } from '#tty';
import { EarlyInput } from './early-input.ts';

export function isTerminal<Stream extends object>(stream: Stream): stream is Stream & (ReadStream & WriteStream) {
  return 'isTTY' in stream && stream.isTTY === true;
}

/**
 * The process's own terminal; disposing it leaves the terminal as it was. It also ends with `ended`, for whoever listens by then
 * or later.
 */
export function terminalIo(stdin: ReadStream, stdout: WriteStream, ended?: AbortSignal): Io & Disposable {
  const early = new EarlyInput(() => {
    stdin.setRawMode(false);
    process.kill(process.pid, 'SIGINT');
  });
  const end = new Emitter<void>();
  const resized = new Emitter<{ columns: number; rows: number }>();
  const size = () => ({ columns: Math.max(2, stdout.columns || 80), rows: Math.max(1, stdout.rows || 24) });
  const onData = (bytes: Uint8Array) => early.take(bytes);
  let isLeft = false;
  const onEnd = () => {
    // A terminal that closes is heard of more than once, also while whoever used it ends in order.
    if (isLeft) return;
    // The app is not open yet, so there is nothing to close, and no screen to say why.
    if (!end.hasListeners) process.exit(129);
    end.emit();
  };
  onAbort(ended, () => end.emit());
  const onResize = () => resized.emit(size());
  stdin.on('data', onData);
  stdin.on('end', onEnd);
  process.on('SIGHUP', onEnd);
  stdout.on('resize', onResize);
  // A terminal that went away is heard of by its end.
  stdout.on('error', onEnd);
  stdin.on('error', onEnd);
  return {
    write: (text) => void stdout.write(text),
    onData: early.subscribe,
    onEnd: (listener) => {
      if (ended?.aborted) listener();
      return end.subscribe(listener);
    },
    onResize: resized.subscribe,
    size,
    setRaw: (on) => {
      stdin.setRawMode(on);
      if (on) early.begin();
    },
    [Symbol.dispose]: () => {
      stdin.off('data', onData);
      stdin.pause();
      stdout.off('resize', onResize);
      isLeft = true;
    },
  };
}
