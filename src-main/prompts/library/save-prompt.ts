import type { PromptRecord, PromptSummary, PromptVersion } from '#contract';
import { AppError } from '#core/app-error';
import { sha256 } from '#core/text/sha256';
import { keyProblem, PREFIXES } from '../records/keys.ts';
import { missingText } from './missing-record.ts';
import type { PromptLibrary } from './prompt-library.ts';
import type { NewVersion } from './versions.ts';

export interface SavePromptRequest {
  readonly id: string;
  readonly record: PromptRecord;
  /** Hash of what it was made from; absent: there must be none. */
  readonly base?: string | undefined;
  readonly label?: string | undefined;
}

/**
 * Writes a direct prompt, and keeps it as a version, the stored one before it, too. The store is read, compared and written in one turn
 * of this app; what another program writes into Redis between reading and writing is overwritten, and kept only if it was seen before.
 *
 * @throws AppError INVALID_INPUT, CONFLICT, UNAVAILABLE
 */
export async function savePrompt(library: PromptLibrary, saving: SavePromptRequest): Promise<PromptSummary> {
  const { id, record, label } = saving;
  refuseUnusable(record);
  const key = promptKey(library, id);
  const hash = await library.versions.while(id, async (add) => {
    await refusePromptConflict(library, { ...saving, key }, add);
    return await write(library, key, { text: JSON.stringify(record, undefined, 2), by: 'person', label }, add);
  });
  return promptSummary(library, { id, key, hash, record });
}

/** Stores an old version again, whatever is stored now, which is kept first. @throws AppError NOT_FOUND, UNAVAILABLE */
export async function rollBack(library: PromptLibrary, id: string, hash: string): Promise<PromptSummary> {
  const { text, record } = await library.versions.read(id, hash);
  const key = promptKey(library, id);
  const stored = await library.versions.while(id, async (add) => {
    await keepStored(library, { id, key }, add);
    return await write(library, key, { text, by: 'rollback' }, add);
  });
  return promptSummary(library, { id, key, hash: stored, record });
}

/**
 * Removes a direct prompt, kept as a version; `base`: only the text with this hash.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT for one that an extension brings, CONFLICT, UNAVAILABLE
 */
export async function removePrompt(library: PromptLibrary, id: string, base?: string): Promise<void> {
  const { origin, key } = library.prompt(id);
  if (origin === 'extension') {
    throw new AppError('INVALID_INPUT', `${id} is part of an extension`, {
      where: key,
      advice: 'Remove the extension, or save a prompt of this id, which stands in front of it',
    });
  }
  await library.versions.while(id, async (add) => {
    const stored = await keepStored(library, { id, key }, add);
    if (base !== undefined && stored !== undefined && stored !== base) {
      throw promptConflict(changedMeanwhileText(id), stored, 'The newer text stays where it is: look at it first');
    }
    await library.parts.store.remove(key);
    await readAgain(library);
  });
}

type AddVersion = (version: NewVersion) => Promise<string>;

async function refusePromptConflict(
  library: PromptLibrary,
  { id, base, key }: SavePromptRequest & { readonly key: string },
  add: AddVersion,
): Promise<void> {
  const stored = await keepStored(library, { id, key }, add);
  if (stored === base) return;
  // Nothing stands under its key yet: what an extension brings is what was edited.
  if (stored === undefined && base !== undefined && library.parts.engine.prompt(id)?.origin === 'extension') return;
  const advice = 'Compare it with the stored one, then save again from that';
  const message = stored === undefined ? missingText(library, id, key) : changedMeanwhileText(id);
  throw promptConflict(message, stored ?? key, advice);
}

function promptConflict(message: string, where: string, advice: string): AppError {
  return new AppError('CONFLICT', message, { where, advice });
}

export const changedMeanwhileText = (id: string) => `${id} was changed by another program meanwhile`;

/** Keeps what is stored now as a version before it is replaced; returns its hash, `undefined` if there is nothing. */
async function keepStored(
  library: PromptLibrary,
  { id, key }: { readonly id: string; readonly key: string },
  add: AddVersion,
): Promise<string | undefined> {
  const text = (await library.parts.store.read([key])).get(key);
  if (text === undefined) return undefined;
  const hash = sha256(text);
  if ((await library.versions.last(id)) !== hash) await add({ hash, text, by: 'outside' });
  return hash;
}

interface WrittenVersion {
  readonly text: string;
  readonly by: PromptVersion['by'];
  readonly label?: string | undefined;
}

/** A store may keep it in a form of its own, as YAML: what it then says is the version. One that could not be written is kept all the same. */
async function write(
  library: PromptLibrary,
  key: string,
  { text, ...how }: WrittenVersion,
  add: AddVersion,
): Promise<string> {
  const { store } = library.parts;
  try {
    await store.write(key, text);
  } catch (error) {
    await add({ hash: sha256(text), text, ...how });
    throw error;
  }
  const stored = (await store.read([key]).catch(() => undefined))?.get(key) ?? text;
  const hash = sha256(stored);
  await add({ hash, text: stored, ...how });
  await readAgain(library);
  return hash;
}

/** Has the engine read everything again; if that fails now, it sees what was written a little later. Never rejects. */
export async function readAgain({ parts, ports }: Pick<PromptLibrary, 'parts' | 'ports'>): Promise<void> {
  const problem = await parts.engine.refresh();
  if (problem !== undefined) ports.log.warn('prompt.store.unread', { error: problem });
}

type StoredPrompt = Pick<PromptSummary, 'id' | 'key' | 'hash'> & { readonly record: PromptRecord };

/** Describes the stored prompt as the engine has it, or from what was written if the engine has not seen it yet. */
function promptSummary(
  { state, versions, cases }: PromptLibrary,
  { id, key, hash, record }: StoredPrompt,
): PromptSummary {
  const known = state.value.prompts.find((one) => one.id === id);
  if (known?.hash === hash) return known;
  const { name, description, supports } = record;
  return {
    id,
    key,
    hash,
    name,
    supports,
    warnings: [],
    origin: 'direct',
    ...(description !== undefined && { description }),
    versions: versions.countOf(id),
    cases: cases.countOf(id),
  };
}

/** The key under which a prompt of this id is stored, or would be. @throws AppError INVALID_INPUT */
export function promptKey(library: PromptLibrary, id: string): string {
  const prompt = library.parts.engine.prompt(id);
  if (prompt?.origin === 'direct') return prompt.key;
  const key = `${PREFIXES.template}${id.replaceAll('.', ':')}`;
  const problem = keyProblem(key, 'template');
  if (problem === undefined) return key;
  throw new AppError('INVALID_INPUT', `${id} cannot be the name of a prompt: ${problem}`, { where: 'id' });
}

function refuseUnusable({ prompt, messages }: PromptRecord): void {
  const hasText = prompt !== undefined && prompt !== '';
  const hasMessages = messages !== undefined && messages.length > 0;
  if (hasText !== hasMessages) return;
  const message = hasText ? 'A prompt has either prompt or messages, not both' : 'A prompt needs prompt or messages';
  throw new AppError('INVALID_INPUT', message, { problems: [{ path: 'messages', message }] });
}
