import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { textStart } from '#contract/text-ends';
import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { checkSchema, type FormAsker, schemaProblem } from '#tools';

export interface FormOptions {
  /** The server's name, as the person gave it. */
  readonly server: string;
  readonly askForm: FormAsker;
  /** Called with `true` when the person is asked and calls must wait for them, and with `false` afterwards. */
  readonly onAsking: (isAsking: boolean) => void;
}

/** Forms that may wait for the person at once; more are answered with `cancel`. */
const MAX_WAITING = 4;
/** Most times that a form may come back because its values do not fit. */
const MAX_ROUNDS = 3;
const MAX_MESSAGE = 10_000;

type FormAnswer =
  | { readonly action: 'accept'; readonly content: Record<string, FormValue> }
  | { readonly action: 'decline' | 'cancel' };
type FormValue = string | number | boolean | string[];

/** Makes the person answer the server's questions, one after the other. */
export async function answerForms(client: Client, options: FormOptions): Promise<void> {
  const { ElicitRequestSchema, ErrorCode, McpError } = await import('@modelcontextprotocol/sdk/types.js');
  const mutex = new Mutex();
  let waiting = 0;
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => {
    if (!('requestedSchema' in params)) throw new McpError(ErrorCode.InvalidParams, 'Only forms are supported');
    const schema = { ...params.requestedSchema };
    const problem = schemaProblem(schema);
    if (problem !== undefined) throw new McpError(ErrorCode.InvalidParams, `The schema of the form ${problem}`);
    if (waiting >= MAX_WAITING) return { action: 'cancel' };
    waiting++;
    options.onAsking(true);
    const answer = mutex.run(() => askUntilFit(options, { message: cutMessage(params.message), schema }, signal));
    try {
      return await answer;
    } finally {
      waiting--;
      if (waiting === 0) options.onAsking(false);
    }
  });
}

/** The beginning of a message that is too long, with a sign that it goes on. */
function cutMessage(message: string): string {
  return message.length > MAX_MESSAGE ? `${textStart(message, MAX_MESSAGE)}…` : message;
}

interface FormRequest {
  readonly message: string;
  readonly schema: Record<string, unknown>;
}

async function askUntilFit(
  { server, askForm }: FormOptions,
  { message, schema }: FormRequest,
  signal: AbortSignal,
): Promise<FormAnswer> {
  let shown = message;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let content: Readonly<Record<string, unknown>> | undefined;
    try {
      signal.throwIfAborted();
      content = await askForm({ server, message: shown, schema }, signal);
    } catch {
      // Withdrawn: nobody said yes or no.
      return { action: 'cancel' };
    }
    if (content === undefined) return { action: 'decline' };
    const fit = await checkSchema(schema, content).catch((error: unknown) => ({
      fits: false,
      problems: messageOf(error),
    }));
    if (fit.fits !== false) return { action: 'accept', content: { ...content } as Record<string, FormValue> };
    shown = `${message}\n\nWhat was filled in does not fit:\n${'problems' in fit ? fit.problems : ''}`;
  }
  return { action: 'cancel' };
}
