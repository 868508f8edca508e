import { parentPort } from 'node:worker_threads';
import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import { carriedError } from './carried-error.ts';
import type { FromJobThread, ToJobThread } from './job-messages.ts';
import type { JobTools, SystemPorts } from './job-tools.ts';
import { IMAGE_JOBS } from './jobs.ts';

/** Shortest time between two figures of a job, in milliseconds. */
const PACE_MS = 50;

interface RunningJob {
  readonly cancel: AbortController;
  readonly recorded: Deferred<void>;
}

/** Runs jobs with images in a thread of its own, several beside each other. The other end is `JobThread`. */
export function serveJobs(ports: SystemPorts): void {
  const port = parentPort;
  if (!port) throw new Error('This script is run in a worker thread');
  const send = (message: FromJobThread) => port.postMessage(message);
  const running = new Map<number, RunningJob>();

  const run = async ({ id, name, input }: Extract<ToJobThread, { kind: 'run' }>): Promise<void> => {
    const job: RunningJob = { cancel: new AbortController(), recorded: new Deferred() };
    running.set(id, job);
    const { signal } = job.cancel;
    // It may be cancelled before anybody waits for it.
    job.recorded.promise.catch(() => {});
    onAbort(signal, (reason) => job.recorded.reject(reason));
    try {
      const work = IMAGE_JOBS[name] as (given: unknown, tools: JobTools) => Promise<unknown>;
      send({ kind: 'done', id, result: await work(input, { ...ports, ...jobTools(id, job, send) }) });
    } catch (error) {
      const isCancelled = signal.aborted && error === signal.reason;
      send(isCancelled ? { kind: 'cancelled', id } : { kind: 'failed', id, error: carriedError(error) });
    } finally {
      running.delete(id);
    }
  };
  port.on('message', (message: ToJobThread) => {
    if (message.kind === 'run') void run(message);
    else if (message.kind === 'recorded') running.get(message.id)?.recorded.resolve();
    else running.get(message.id)?.cancel.abort();
  });
}

function jobTools(id: number, { cancel, recorded }: RunningJob, send: (message: FromJobThread) => void): JobTools {
  let last = 0;
  return {
    signal: cancel.signal,
    progress: (done, all) => {
      if (performance.now() - last < PACE_MS) return;
      last = performance.now();
      send({ kind: 'progress', id, done, all });
    },
    onPartial: (path) => send({ kind: 'partial', id, path }),
    whenRecorded: () => {
      send({ kind: 'record', id });
      return recorded.promise;
    },
  };
}
