import { messageOf } from '#core/app-error';
import type { ToJsHost } from '#core/js-messages';
import { hostPort } from './host-port.ts';
import { ServedPackage } from './serve.ts';

/**
 * The process that hosts a person's Node package: it describes one or serves one. What it says goes through the port; stdout
 * and stderr belong to the package.
 */
const port = hostPort();
let served: ServedPackage | undefined;

port.onMessage((message) => {
  handle(message).catch((error: unknown) => port.send({ type: 'failed', message: messageOf(error) }));
});

async function handle(message: ToJsHost): Promise<void> {
  switch (message.type) {
    case 'describe': {
      const { describePackage } = await import('./describe.ts');
      return port.send({ type: 'described', ...mutable(describePackage(message.types)) });
    }
    case 'serve':
      served = await ServedPackage.load(message, port.send);
      return port.send({ type: 'ready' });
    case 'call':
      return served?.call(message);
    case 'cancel':
      return served?.cancel(message.id);
  }
}

const mutable = <A, B>({ functions, files }: { functions: readonly A[]; files: readonly B[] }) => ({
  functions: [...functions],
  files: [...files],
});
