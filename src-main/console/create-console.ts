import { AppError } from '#core/app-error';
import { isSecretVariable } from '#core/secrets/secret-variables';
import { os } from '#core/servers/procedures';
import { completeChat, completeShell } from './completion.ts';
import { ConsoleSessions } from './console-sessions.ts';
import { findMentions, type Mention } from './mentions.ts';
import type { ConsoleOptions } from './ports.ts';
import type { ProgramContext } from './session-console.ts';

/** Most chat modes of one session. */
const MAX_MODES = 50;

/** Shell mode: one folder and set of variables for a session's commands, chat and tools. */
export function createConsole(options: ConsoleOptions) {
  for (const [name, value] of Object.entries(options.environment))
    if (isSecretVariable(name, value)) options.redactor.add(value);
  const sessions = new ConsoleSessions(options);
  const { console: part } = os;
  const router = part.router({
    changed: part.changed.handler(({ input, signal }) => sessions.changed(input.session, signal)),
    run: part.run.handler(({ input }) => sessions.run(input.session, input)),
    interrupt: part.interrupt.handler(({ input }) => sessions.interrupt(input.session)),
    addMode: part.addMode.handler(async ({ input: { session, profile } }) => {
      const known = await options.profiles.known((await sessions.session(session)).workspace);
      await sessions.changeModes(session, (modes) => withMode(modes, profile, known));
    }),
    removeMode: part.removeMode.handler(({ input: { session, profile } }) =>
      sessions.changeModes(session, (modes) => modes.filter((mode) => mode !== profile)),
    ),
    complete: part.complete.handler(async ({ input: { session, mode, text, cursor } }) => {
      const { cwd, place, home } = await sessions.session(session);
      const where = { cwd, environment: place.environment, home, builtins: sessions.builtinNames };
      return await (mode === 'shell' ? completeShell : completeChat)(text, cursor, where);
    }),
    history: part.history.handler(({ input: { query, mode, limit } }) =>
      sessions.history.find({ text: query, mode, limit }),
    ),
    pushBlock: part.pushBlock.handler(({ input }) => sessions.pushBlock(input.session, input.block)),
    dropPending: part.dropPending.handler(({ input }) =>
      options.chat.dropPending(input.session, input.index, input.item),
    ),
  });
  return {
    router,
    /** Returns the folder and environment of the session's programs. @throws AppError NOT_FOUND */
    place: async (session: string): Promise<ProgramContext> => (await sessions.session(session)).place,
    /**
     * Variables that the person set in the session: commands of a model get these in addition to their own, stricter
     * environment.
     */
    exported: async (session: string): Promise<Readonly<Record<string, string>>> =>
      (await sessions.session(session)).exported,
    /** Files that a message mentions. */
    mentions: async (session: string, text: string): Promise<readonly Mention[]> => {
      const { cwd, home } = await sessions.session(session);
      return await findMentions(text, { cwd, home });
    },
    /** Whether a typed line runs in the session. */
    isRunning: (session: string): Promise<boolean> => sessions.isRunning(session),
    /** The session is no more, or may change without us. */
    forget: (session: string): void => sessions.forget(session),
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  };
}

export type ConsoleFeature = ReturnType<typeof createConsole>;

function withMode(modes: readonly string[], profile: string, known: readonly string[]): readonly string[] {
  if (modes.includes(profile)) return modes;
  if (!known.includes(profile)) {
    throw new AppError('NOT_FOUND', `There is no profile ${profile}`, {
      where: profile,
      advice: `Known profiles: ${known.join(', ') || 'none'}.`,
    });
  }
  if (modes.length >= MAX_MODES) throw new AppError('LIMIT_EXCEEDED', `A session has at most ${MAX_MODES} chat modes`);
  return [...modes, profile];
}
