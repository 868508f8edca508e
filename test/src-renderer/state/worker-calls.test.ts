import { expect, test } from 'vitest';
import { WorkerCalls, type WorkerQuestion } from '../../../src-renderer/state/worker-calls.ts';

/** Worker of the test's own, whose questions are answered by hand. */
class HandWorker {
  readonly questions: WorkerQuestion<string>[] = [];
  isTerminated = false;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: (() => void) | undefined;
  postMessage = (question: WorkerQuestion<string>) => void this.questions.push(question);
  terminate = () => {
    this.isTerminated = true;
  };
  answer(question: string, answer: string): void {
    const id = this.questions.find((one) => one.question === question)?.id;
    this.onmessage?.({ data: { id, answer } });
  }
}

function calls() {
  const workers: HandWorker[] = [];
  const asking = new WorkerCalls<string, string>(async () => {
    const worker = new HandWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  }, 'It failed');
  return { asking, workers };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test('each question has its own answer, in whatever order they come, from one worker', async () => {
  const { asking, workers } = calls();
  const first = asking.ask('one');
  const second = asking.ask('two');
  await turn();
  workers[0]?.answer('two', '2');
  workers[0]?.answer('one', '1');
  expect([await first, await second]).toEqual(['1', '2']);
  expect(workers).toHaveLength(1);
});

test('a worker that fails leaves no question waiting, and the next one starts another', async () => {
  const { asking, workers } = calls();
  const lost = [asking.ask('one'), asking.ask('two')].map((call) => call.catch((error: Error) => error.message));
  await turn();
  workers[0]?.onerror?.();
  expect(await Promise.all(lost)).toEqual(['It failed', 'It failed']);
  expect(workers[0]?.isTerminated).toBe(true);
  const again = asking.ask('one');
  await turn();
  workers[1]?.answer('one', '1');
  expect(await again).toBe('1');
});

test('a worker that cannot start says why, and is tried again', async () => {
  let tries = 0;
  const worker = new HandWorker();
  const asking = new WorkerCalls<string, string>(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no such file');
    return worker as unknown as Worker;
  }, 'It failed');
  await expect(asking.ask('one')).rejects.toThrow('no such file');
  const again = asking.ask('one');
  await turn();
  worker.answer('one', '1');
  expect(await again).toBe('1');
});
