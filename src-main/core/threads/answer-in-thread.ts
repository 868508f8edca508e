import { parentPort } from 'node:worker_threads';

/** The other end of `workerThread`: says that it is there, then answers each question; what is thrown ends the thread. */
export function answerInThread<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  const port = parentPort;
  if (!port) throw new Error('This script is run in a worker thread');
  port.on('message', async (question: Question) => port.postMessage(await answer(question)));
  port.postMessage('ready');
}
