import type { Api, KeyRequest } from '#contract';
import type { Prompter } from '../editing/prompter.ts';
import { errorText } from '../error-text.ts';
import { muted, yellow } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

export interface AnswerKeysOptions {
  readonly api: Pick<Api, 'profiles' | 'keychain'>;
  readonly prompter: Prompter;
  readonly signal: AbortSignal;
}

/** Asks for keys as they are wanted, hidden, one after the other, until `signal`. */
export async function answerKeys({ api, prompter, signal }: AnswerKeysOptions): Promise<void> {
  let current: { readonly id: string; readonly gone: AbortController } | undefined;
  let waiting: readonly KeyRequest[] = [];
  const next = () => {
    const first = waiting[0];
    if (current || !first || signal.aborted) return;
    const gone = new AbortController();
    current = { id: first.id, gone };
    void answerKeyRequest(first, { api, prompter, signal: gone.signal }).finally(() => {
      current = undefined;
      waiting = waiting.filter(({ id }) => id !== first.id);
      next();
    });
  };
  for await (const all of await api.profiles.keyRequests(undefined, { signal })) {
    waiting = all;
    if (current && !all.some(({ id }) => id === current?.id)) current.gone.abort();
    next();
  }
}

/** Asks until something is typed; after a refused key an empty answer tries that one again. */
async function answerKeyRequest(request: KeyRequest, options: AnswerKeysOptions) {
  try {
    await askForKey(request, options);
  } catch (error) {
    options.prompter.print(errorText(error));
  }
}

async function askForKey(
  { id, profile, origin, why, isRefused }: KeyRequest,
  { api, prompter, signal }: AnswerKeysOptions,
) {
  prompter.print(yellow(`${safeText(why)} (${safeText(origin)})`));
  if (isRefused) prompter.print(muted('Enter alone tries the old key again.'));
  using question = prompter.question();
  for (;;) {
    const text = `API key for ${safeText(profile)}, not shown: `;
    const read = await question.read({ prompt: { text }, isHidden: true, signal });
    if (read.kind === 'withdrawn') return;
    if (read.kind === 'interrupt' || read.kind === 'end') return await api.profiles.declineKey({ id });
    const key = read.kind === 'line' ? read.text.trim() : '';
    if (key !== '' || isRefused) return await api.profiles.answerKey({ id, key });
  }
}
