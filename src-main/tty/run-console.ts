import { ConsoleFront, type ConsoleFrontOptions } from './console-front.ts';
import { Prompter } from './editing/prompter.ts';
import { PASTE_ON } from './editing/run-line.ts';
import { errorText } from './error-text.ts';
import { resumedSession } from './resume.ts';
import { yellow } from './screen/style.ts';

export type { ConsoleFrontOptions } from './console-front.ts';

/** The console in a terminal: a client of the wire, as the page is. Resolves with the exit code when the person leaves. */
export async function runConsole(options: ConsoleFrontOptions): Promise<number> {
  const { api, io } = options;
  io.setRaw(true);
  io.write(PASTE_ON);
  using prompter = new Prompter(io, options.settleMs);
  const stop = new AbortController();
  try {
    const { workspace, resume } = options;
    const past = resume === undefined ? undefined : await resumedSession({ api, prompter, wanted: resume, workspace });
    const session = past ?? (await api.sessions.create({ ...(workspace !== undefined && { workspace }) }));
    const remark = await options.prepare?.(session);
    if (remark !== undefined) prompter.print(yellow(remark));
    const front = new ConsoleFront(options, prompter, session, stop.signal);
    return await front.run();
  } catch (error) {
    prompter.print(errorText(error));
    return 1;
  } finally {
    stop.abort();
    io.write(PASTE_OFF);
    io.setRaw(false);
  }
}

const PASTE_OFF = '\x1b[?2004l';
