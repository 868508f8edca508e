import { createApp } from '#app/create-app';
import type { Config } from '#app/start/config';
import { becomeHostOrJoin } from '#app/start/host-lock';
import { JoinedConsoles } from '#app/start/joined-consoles';
import { loadLateCode } from '#app/start/load-late-code';
import { StartError } from '#app/start/start-error';
import { raceAbort } from '#core/async/abort';
import { CleanupStack } from '#core/async/cleanup-stack';
import { localClient } from '#core/servers/local-client';
import type { StartNode } from '#process/node-program';
import { type ConsoleApp, consoleCommand } from './console.ts';
import { joinedConsole } from './joined-console.ts';
import { hearLeavingSignals } from './leaving-signals.ts';

/** `sigma console`: the app without a page, in this terminal until the person leaves. */
export async function runConsoleEntry(config: Config, startNode: StartNode): Promise<void> {
  const { stdin, stdout, stderr } = process;
  // Where the person stands, as with any program of a terminal.
  const here = { ...config, workspace: config.workspace ?? process.cwd() };
  const exitCode = await consoleCommand({
    stdin,
    stdout,
    stderr,
    isDebug: config.isDebug,
    resume: config.resume,
    open: () => openConsoleApp(here, startNode),
  });
  // What the terminal still holds open must not keep the process.
  process.exit(exitCode);
}

/** @throws StartError if there is nobody to chat with */
async function openConsoleApp(config: Config, startNode: StartNode): Promise<ConsoleApp> {
  const cleanup = new CleanupStack();
  const quit = new AbortController();
  try {
    const lock = await becomeHostOrJoin(config.dataFolder);
    if (lock.kind === 'joined') return await joinedConsole(config, lock);
    cleanup.use(lock);
    const app = cleanup.use(await createApp(config, { target: 'console', startNode, quit: () => quit.abort() }));
    lock.onSecondStart(() => ({ pid: process.pid, workspace: app.workspace.path, isConsole: true }));
    const joined = cleanup.use(new JoinedConsoles(app));
    lock.onJoin(joined.accept);
    cleanup.add(() => lock.stopAnswering());
    const problem = app.startProblem();
    if (problem) throw new StartError(problem.message);
    loadLateCode(app.log);
    const api = localClient(app);
    return {
      api,
      version: config.version,
      quit: quit.signal,
      [Symbol.asyncDispose]: async () => {
        // Before anything is said: Ctrl+C can come as soon as it is read.
        const signals = hearLeavingSignals(process.stderr);
        // What asks for the end, as `sigma stop`, is joined itself.
        if (!quit.signal.aborted) await raceAbort(untilEmpty(joined, signals.insisted), quit.signal, () => undefined);
        signals.beginEnd();
        await cleanup[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

/** Others work in this process too: it goes on until they have left, or the person insists. */
async function untilEmpty(joined: JoinedConsoles, insisted: Promise<void>): Promise<void> {
  if (joined.count === 0) return;
  const who = joined.count === 1 ? 'Another console is' : `${joined.count} other consoles are`;
  process.stderr.write(`${who} joined to this one, which goes on until they have left. Ctrl+C ends all of them.\n`);
  await Promise.race([joined.empty(), insisted]);
}
