import { messageOf } from '#core/app-error';
import { runFromCodeCache } from '#core/code-cache';
import type { AgentCode } from './agent/agent-code.ts';
import { hostPort } from './host-port.ts';
import type { ToHost } from './messages.ts';
import type { ServedPackage } from './serve.ts';

/**
 * The process that hosts a person's Node package, or a workspace's JavaScript: it describes one, compiles one or serves one,
 * never two of these. What it says goes through the port; stdout and stderr belong to the code.
 */
const port = hostPort();
let served: ServedPackage | undefined;
let agent: AgentCode | undefined;

port.onMessage((message) => {
  handle(message).catch((error: unknown) => port.send({ type: 'failed', message: messageOf(error) }));
});

async function handle(message: ToHost): Promise<void> {
  switch (message.type) {
    case 'describe': {
      fromCodeCache();
      const { describePackage } = await import('./describe.ts');
      return port.send({ type: 'described', ...mutable(describePackage(message.types)) });
    }
    case 'compile': {
      fromCodeCache();
      const { compileFiles } = await import('./agent/compile.ts');
      return port.send({ type: 'compiled', ...compileFiles(message) });
    }
    case 'agent': {
      if (message.message.type === 'open') {
        const { AgentCode } = await import('./agent/agent-code.ts');
        agent = new AgentCode(message.message, port.send);
      }
      return agent?.handle(message.message);
    }
    case 'serve': {
      const { ServedPackage } = await import('./serve.ts');
      served = await ServedPackage.load(message, port.send);
      return port.send({ type: 'ready' });
    }
    case 'call':
      return served?.call(message);
    case 'cancel':
      return served?.cancel(message.id);
  }
}

/**
 * The compiler is 12 MB of text, which loads in a third of the time so (`scripts/js-host-cache.mjs`). Where a person's code is
 * run, modules are loaded as Node does it.
 */
const fromCodeCache = (): void => runFromCodeCache(import.meta.dirname);

const mutable = <A, B>({ functions, files }: { functions: readonly A[]; files: readonly B[] }) => ({
  functions: [...functions],
  files: [...files],
});
