import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Sends bytes as they are, which no HTTP client would, and reads one answer; half a second of quiet ends it too. */
export function rawRequest(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const done = () => {
      socket.destroy();
      const end = answer.indexOf('\r\n\r\n');
      const head = end < 0 ? answer : answer.slice(0, end);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
        headers: head,
        body: end < 0 ? '' : answer.slice(end + 4),
      });
    };
    socket.setTimeout(500, done);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (isComplete(answer, text.startsWith('HEAD '))) done();
    });
    socket.on('close', done);
    socket.on('error', (error) => (answer === '' ? reject(error) : done()));
    socket.write(text);
  });
}

function isComplete(answer: string, hasNoBody: boolean): boolean {
  const end = answer.indexOf('\r\n\r\n');
  const length = /Content-Length: (\d+)/i.exec(answer.slice(0, Math.max(0, end)))?.[1];
  return end >= 0 && (hasNoBody || (length !== undefined && answer.length - end - 4 >= Number(length)));
}

/** A request whose head is exactly these lines. */
export const request = (line: string, ...headers: readonly string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`;
