import { join } from 'node:path';
import type { ChannelPerson, SessionSocketClient } from '#channels';
import { messageOf } from '#core/app-error';
import { runChannelFront } from '#tty';
import { isTerminal, terminalIo } from '../terminal-io.ts';
import { LineHistoryFile } from './line-history.ts';
import { pipedLines } from './piped-lines.ts';
import { sayOnce } from './say-once.ts';

export interface TerminalChannel {
  readonly channel: 'repl' | 'tui';
  readonly socket: SessionSocketClient;
  readonly speaker: ChannelPerson;
  readonly historyFolder: string;
  readonly streams: boolean;
}

/**
 * `repl` and `tui`: a conversation in a terminal; `repl` also takes its lines from a pipe. @throws AppError if no
 * session is
 */
export async function runFront(front: TerminalChannel): Promise<number> {
  const { channel, socket, speaker, historyFolder, streams } = front;
  const { stdin, stdout, stderr } = process;
  const { workspace, title, approvers } = await socket.about(speaker);
  if (!isTerminal(stdin) || !isTerminal(stdout)) {
    if (channel === 'repl') return await readLines(front);
    stderr.write('A tui needs a terminal; repl takes its lines from a pipe.\n');
    return 1;
  }
  const file = new LineHistoryFile(join(historyFolder, `channel-${channel}-history.json`));
  const history = await file.load();
  using io = terminalIo(stdin, stdout);
  const code = await runChannelFront({
    io,
    history,
    showsAll: channel === 'tui',
    mayAnswer: [speaker.user, `${channel}:${speaker.user}`].some((name) => approvers.includes(name)),
    banner: `${title || 'A session'} in ${workspace}`,
    onLine: (line) => file.add(line),
    session: {
      turn: (text, signal) =>
        streams ? socket.turn(text, speaker, signal) : withoutWords(socket.turn(text, speaker, signal)),
      stop: () => socket.stop(speaker),
      answer: (question, verdict, reason) => socket.answer(question, verdict, speaker, reason),
    },
  });
  await file.settled();
  return code;
}

/** The words come with the end alone. */
async function* withoutWords(
  progress: ReturnType<SessionSocketClient['turn']>,
): ReturnType<SessionSocketClient['turn']> {
  for await (const one of progress) if (one.kind !== 'text') yield one;
}

async function readLines({ socket, speaker, streams }: TerminalChannel): Promise<number> {
  let code = 0;
  for await (const line of pipedLines(process.stdin)) {
    if (line.trim() === '') continue;
    if (/^\/(quit|exit)$/i.test(line.trim())) break;
    try {
      code = Math.max(code, await sayOnce({ socket, speaker, message: line, streams }));
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`);
      code = 1;
    }
  }
  return code;
}
