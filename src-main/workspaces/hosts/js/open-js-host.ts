import type { CodeHost } from '../code-host.ts';
import { HostProcess, type JsHostOptions, startHost } from './host-process.ts';
import { HostRequests, NoAnswerError } from './host-requests.ts';
import { JsCodeHost } from './js-code-host.ts';

/** A host whose tools may run outside of the workspace's box: Electron starts its Node by itself. */
export interface JsHost extends CodeHost {
  /** Whether it runs in the box that it was opened with; also false if it was opened without one. */
  readonly isBoxed: boolean;
  readonly pid: number;
  /** Marker in the environment of everything it starts. */
  readonly marker: string;
}

/**
 * Starts the process that runs a workspace's JavaScript and TypeScript; nothing of the workspace is loaded yet.
 *
 * @throws AppError UNAVAILABLE when it cannot be started, TIMEOUT when it is not ready in time, CANCELLED; nothing is left then
 */
export async function openJsHost(options: JsHostOptions, signal: AbortSignal): Promise<JsHost> {
  signal.throwIfAborted();
  const { workspace, limits } = options;
  const host = new HostProcess(await startHost(options));
  const requests = new HostRequests(host);
  try {
    const waiting = { subject: 'The process of JavaScript tools', timeoutMs: limits.readyMs, signal };
    await requests.ask({ type: 'open', workspace, answerBytes: limits.answerBytes }, waiting);
    return new JsCodeHost(options, host, requests);
  } catch (error) {
    await host.finish({ state: 'failed', reason: 'it was not ready' }, 0);
    if (!(error instanceof NoAnswerError)) throw error;
    const code = { late: 'TIMEOUT', stopped: 'CANCELLED', ended: 'UNAVAILABLE' } as const;
    throw host.failure(code[error.kind], error.message, workspace);
  }
}
