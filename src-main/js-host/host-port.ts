import type { FromHost, ToHost } from './messages.ts';

export interface HostPort {
  readonly send: (message: FromHost) => void;
  readonly onMessage: (listener: (message: ToHost) => void) => void;
}

/** Port that Electron gives a utility process. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: ToHost }) => void): void;
}

/** Port to the process that started this one: Electron's port, or node's channel; with neither it ends. */
export function hostPort(): HostPort {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  }
  // A host that is gone leaves nobody to work for.
  const exit = process.exit.bind(process);
  process.once('disconnect', () => exit(0));
  return {
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', (message) => listener(message as ToHost)),
  };
}
