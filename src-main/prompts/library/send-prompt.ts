import type { RenderedPrompt, SendUpdate } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { sha256 } from '#core/text/sha256';
import type { LoadedPrompt } from '../ports.ts';
import type { LibraryPorts, PromptConversation, RenderedForModel } from './library-ports.ts';
import type { PromptLibrary, RenderInputs } from './prompt-library.ts';
import type { CapturedInputs } from './recorded-inputs.ts';

export interface SendPromptRequest extends RenderInputs {
  readonly profile?: string | undefined;
  /** Id by which its page can stop it. */
  readonly sending?: string | undefined;
}

/** Longest prompt that is sent, in UTF-16 units: as long as a message may be. */
const MAX_SENT = 1_000_000;

/** Renders, records, sends, unless it is stopped before that; what goes wrong before the model is asked is the only update. */
export async function* sendPrompt(
  library: PromptLibrary,
  { profile, sending: id, ...what }: SendPromptRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<SendUpdate, void> {
  const sending = library.sendings.begin(id);
  const ending = signal ? AbortSignal.any([signal, sending.signal]) : sending.signal;
  let conversation: PromptConversation;
  try {
    if (ending.aborted) return;
    const rendered = await renderForModel(library, what, ending);
    // From here on the model would go on.
    if (ending.aborted) return;
    conversation = await sending.opens(library.ports.send(rendered, profile));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, detail } = error;
    yield { kind: 'failed', message, ...(detail?.advice !== undefined && { advice: detail.advice }) };
    return;
  }
  const { session, event, model, profile: asked } = conversation;
  yield { kind: 'sent', session, event, model, profile: asked };
  yield* conversation.updates(signal);
}

/** Renders a prompt and keeps its inputs. @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE */
export async function renderForModel(
  library: PromptLibrary,
  what: RenderInputs,
  signal?: AbortSignal | undefined,
): Promise<RenderedForModel> {
  const asked = await templateOf(library, what);
  const { id } = asked;
  const { outcome, inputs, prompt } = await library.renderForKeeping(what, signal);
  if (!outcome.isRendered) throw notRendered(id, outcome.failure);
  const { rendered } = outcome;
  const said = joinedMessages(rendered);
  if (said.length > MAX_SENT) {
    throw new AppError('LIMIT_EXCEEDED', `${id} renders to ${said.length} characters; ${MAX_SENT} are sent at most`);
  }
  // What was rendered, which may be newer than what was found.
  const { record, stored } = prompt ?? asked;
  const [version, kept] = await Promise.all([
    library.versions.keep(stored),
    keepRendered(library.ports, rendered, inputs),
  ]);
  return {
    title: record.name,
    messages: rendered.messages.map(({ role, content }) => ({ role, content })),
    event: {
      template: `prompt:${id}`,
      text: said,
      hash: sha256(said),
      prompt: { id, version, kind: rendered.kind, rendered: kept },
    },
  };
}

type SentTemplate = Pick<LoadedPrompt, 'id' | 'record' | 'stored'>;

async function templateOf(library: PromptLibrary, { id, draft }: RenderInputs): Promise<SentTemplate> {
  if (draft) return { id: id ?? draft.name, record: draft, stored: JSON.stringify(draft, undefined, 2) };
  if (id === undefined) throw new AppError('INVALID_INPUT', 'There is nothing to send: no prompt and no draft');
  return await library.find(id);
}

/** Secrets are blanked as on the ledger; the pieces of a text that is then another are not told. */
export async function keepRendered(
  { redactor, ledger }: Pick<LibraryPorts, 'redactor' | 'ledger'>,
  rendered: RenderedPrompt,
  inputs: CapturedInputs | undefined,
): Promise<string> {
  const messages = rendered.messages.map((message) => {
    const content = redactor.text(message.content);
    return content === message.content ? message : { ...message, content, pieces: [] };
  });
  const json = JSON.stringify(redactor.value({ ...rendered, messages, inputs }));
  return await ledger.content.keep(Buffer.from(json));
}

/** Joins the messages into one text: that of a single message, else each under its role. */
function joinedMessages({ messages }: RenderedPrompt): string {
  const [only, ...more] = messages;
  if (only && more.length === 0) return only.content;
  return messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
}

function notRendered(id: string, failure: { readonly message: string; readonly status: number }): AppError {
  const code = failure.status === 404 ? 'NOT_FOUND' : failure.status === 503 ? 'TIMEOUT' : 'INVALID_INPUT';
  return new AppError(code, `${id} was not rendered, so nothing was sent: ${messageOf(failure.message)}`, {
    where: id,
  });
}
