import type { Api, SessionSummary } from '#contract';
import type { Prompter } from './editing/prompter.ts';
import { bold, muted, red, yellow } from './screen/style.ts';
import { safeText } from './screen/text-width.ts';

export interface ResumeOptions {
  readonly api: Pick<Api, 'sessions' | 'app'>;
  readonly prompter: Prompter;
  /** Its id, or the beginning of one; empty: the person chooses. */
  readonly wanted: string;
  /** Sessions of this folder come first. */
  readonly workspace: string | undefined;
  readonly now?: number;
}

/** Most sessions to choose from. */
const MAX_LISTED = 20;

/**
 * The session to go on with, its folder open; nothing if the person wants a new one. @throws Error with what to do
 * about it
 */
export async function resumedSession(options: ResumeOptions): Promise<SessionSummary | undefined> {
  const { api, wanted } = options;
  const past = (await api.sessions.all()).filter(({ kind }) => kind !== 'record');
  const session = wanted === '' ? await chooseSession(past, options) : findSession(past, wanted);
  // One whose folder is gone can be read all the same.
  if (session?.workspace !== undefined) {
    await api.app
      .openWorkspace({ path: session.workspace })
      .catch((error: Error) => options.prompter.print(yellow(safeText(error.message))));
  }
  return session;
}

function findSession(past: readonly SessionSummary[], wanted: string): SessionSummary {
  const found = past.filter(({ id }) => id === wanted);
  const [session, ...others] = found.length > 0 ? found : past.filter(({ id }) => id.startsWith(wanted));
  if (session && others.length === 0) return session;
  const problem = session ? `More than one session begins with ${wanted}` : `There is no session ${wanted}`;
  throw new Error(`${problem}; sigma console -resume lists them.`);
}

async function chooseSession(
  past: readonly SessionSummary[],
  options: ResumeOptions,
): Promise<SessionSummary | undefined> {
  const { prompter, now = Date.now() } = options;
  const listed = listedOf(past, options.workspace);
  if (listed.length === 0) {
    prompter.print(yellow('There is no earlier session; this is a new one.'));
    return undefined;
  }
  prompter.print(listed.map((session, index) => sessionText(session, index, now)).join('\n'));
  using reader = prompter.question();
  for (;;) {
    const text = `Which, 1 to ${listed.length} (Enter: 1, Ctrl+C: a new session): `;
    const read = await reader.read({ prompt: { text, style: '\x1b[33m' } });
    if (read.kind === 'interrupt' || read.kind === 'end' || read.kind === 'withdrawn') return undefined;
    const session = read.kind === 'line' ? listed[indexIn(read.text.trim())] : undefined;
    if (session) return session;
    prompter.print(red('That is none of these.'));
  }
}

/** Sorts the sessions of this folder first, leaving out those in which nothing was done. */
function listedOf(past: readonly SessionSummary[], workspace: string | undefined): readonly SessionSummary[] {
  const used = past.filter(({ messages, createdAt, updatedAt }) => messages > 0 || updatedAt - createdAt > 1000);
  const here = used.filter((one) => one.workspace === workspace);
  return [...here, ...used.filter((one) => one.workspace !== workspace)].slice(0, MAX_LISTED);
}

/** -1 for what is no number. */
function indexIn(typed: string): number {
  if (typed === '') return 0;
  return /^\d+$/.test(typed) ? Number(typed) - 1 : -1;
}

function sessionText(
  { id, title, messages, updatedAt, workspace }: SessionSummary,
  index: number,
  now: number,
): string {
  const facts = [`${messages} message${messages === 1 ? '' : 's'}`, ago(now - updatedAt), workspace ?? '', id];
  return `${bold(String(index + 1).padStart(3))}  ${safeText(title)}\n${muted(`     ${safeText(facts.filter(Boolean).join(', '))}`)}`;
}

function ago(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
