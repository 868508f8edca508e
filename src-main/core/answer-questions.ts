import { parentPort } from 'node:worker_threads';

/** The other end of `workerThread`: says that it is there, then answers each question; what is thrown ends the thread. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  const port = parentPort;
  if (!port) throw new Error('This script is run in a worker thread');
  port.on('message', (question: Question) => port.postMessage(answer(question)));
  port.postMessage('ready');
}
