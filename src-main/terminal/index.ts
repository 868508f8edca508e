/** Terminals: shells on pseudo-terminals that lose no output, and are read by any number of readers, now or later. */
import { os } from '#core/servers/procedures';
import { Blocks } from './start-block.ts';
import { TerminalService, type TerminalServiceOptions } from './terminal-service.ts';

export type { Pty, PtyEvents, PtyExit, PtyOptions, PtySize, SpawnPty } from './pty.ts';
export { spawnPty } from './spawn-pty.ts';
export type { BlockOptions, CommandBlock, StartBlock } from './start-block.ts';
export type { TerminalOptions, TerminalServiceOptions } from './terminal-service.ts';

export function createTerminals(options: TerminalServiceOptions) {
  const terminals = new TerminalService(options);
  const blocks = new Blocks(options.spawnPty);
  const find = (id: string) => blocks.find(id) ?? terminals.session(id);
  const { terminals: part } = os;
  return {
    router: part.router({
      shells: part.shells.handler(async () => [...(await terminals.shells())]),
      changed: part.changed.handler(({ signal }) => terminals.changes(signal)),
      open: part.open.handler(({ input }) => terminals.open(input)),
      write: part.write.handler(({ input }) => find(input.id).write(input.data)),
      resize: part.resize.handler(({ input }) => find(input.id).resize(sizeOf(input))),
      rename: part.rename.handler(({ input }) => terminals.session(input.id).rename(input.title)),
      clear: part.clear.handler(({ input }) => find(input.id).clear()),
      restart: part.restart.handler(({ input }) => terminals.restart(input)),
      job: part.job.handler(({ input }) => ({ name: find(input.id).job() })),
      close: part.close.handler(({ input }) => terminals.close(input.id)),
      attach: part.attach.handler(
        ({ input, signal }) => blocks.attach(input.id, signal) ?? terminals.attach(input.id, signal),
      ),
      acknowledge: part.acknowledge.handler(({ input }) =>
        find(input.id).acknowledge(input.attachment, input.characters),
      ),
    }),
    /** Terminals in which something would be cut short, for the question before quitting. */
    running: () => [...terminals.running(), ...blocks.running()],
    /** Starts a command of Shell mode on a terminal of its own. */
    startBlock: blocks.start,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([terminals[Symbol.asyncDispose](), blocks[Symbol.asyncDispose]()]);
    },
  };
}

function sizeOf({ columns, rows }: { columns: number; rows: number }) {
  return { columns, rows };
}
