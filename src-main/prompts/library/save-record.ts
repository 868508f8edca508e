import type { z } from 'zod';
import { ExtensionRecord, PromptRecord, type RecordKind, ToolRecord } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { sha256 } from '#core/text/sha256';
import { keyProblem, PREFIXES } from '../records/keys.ts';
import { missingText } from './missing-record.ts';
import type { PromptLibrary } from './prompt-library.ts';
import { readAgain, removePrompt, savePrompt } from './save-prompt.ts';

export interface SaveRecordRequest {
  readonly kind: RecordKind;
  readonly id: string;
  readonly json: string;
  /** Hash of the text it was made from; empty: there must be none; absent: whatever is stored is replaced. */
  readonly base?: string | undefined;
}

const SCHEMAS = { extension: ExtensionRecord, tool: ToolRecord };

/**
 * Saves a record of any kind, checked by its schema; a prompt becomes a version, too, and of any other the text that it replaces is kept.
 *
 * @throws AppError INVALID_INPUT with every problem, CONFLICT, UNAVAILABLE
 */
export async function saveRecord(library: PromptLibrary, { kind, id, json, base }: SaveRecordRequest): Promise<void> {
  const value = parseRecord(json);
  if (kind === 'template') {
    const record = fitting(PromptRecord, value);
    await savePrompt(library, { id, record, base: base === undefined ? storedHash(library, id) : base || undefined });
    return;
  }
  if (kind !== 'environ') fitting(SCHEMAS[kind], value);
  const key = recordKey(library, kind, id);
  await library.records.run(key, async () => {
    const stored = (await library.parts.store.read([key])).get(key);
    if (base !== undefined) refuseRecordConflict(library, { key, stored, base });
    if (stored !== json) await keepReplaced(library, key, stored);
    await library.parts.store.write(key, json);
  });
  await readAgain(library);
}

/** @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
export async function removeRecord(
  library: PromptLibrary,
  { kind, id, base }: Omit<SaveRecordRequest, 'json'>,
): Promise<void> {
  if (kind === 'template') return await removePrompt(library, id, base);
  const key = recordKey(library, kind, id);
  await library.records.run(key, async () => {
    const stored = (await library.parts.store.read([key])).get(key);
    if (stored === undefined) {
      const advice = 'The app or another record brings it';
      throw new AppError('NOT_FOUND', `The store has no ${key}`, { where: key, advice });
    }
    if (base !== undefined) {
      refuseRecordConflict(library, { key, stored, base, advice: 'Read it again before it is deleted' });
    }
    await keepReplaced(library, key, stored);
    await library.parts.store.remove(key);
  });
  await readAgain(library);
}

interface ComparedRecord {
  readonly key: string;
  readonly stored: string | undefined;
  readonly base: string;
  readonly advice?: string;
}

function refuseRecordConflict(
  library: PromptLibrary,
  { key, stored, base, advice = 'Read it again, then save from that' }: ComparedRecord,
): void {
  if ((stored === undefined ? '' : sha256(stored)) === base) return;
  const there = `${key} ${base === '' ? 'exists already' : 'was changed meanwhile'}`;
  const message = stored === undefined ? missingText(library, key, key) : there;
  throw new AppError('CONFLICT', message, { where: key, advice });
}

/** Keeps the replaced text in the content store; the log refers to it. */
async function keepReplaced({ ports }: PromptLibrary, key: string, stored: string | undefined): Promise<void> {
  if (stored === undefined) return;
  const hash = await ports.ledger.content.keep(Buffer.from(stored));
  ports.log.info('prompt.record.kept', { key, hash });
}

/** Returns the existing key of a record, or the key for a new one. @throws AppError INVALID_INPUT */
function recordKey({ state }: PromptLibrary, kind: Exclude<RecordKind, 'template'>, id: string): string {
  const { variables, tools, extensions } = state.value;
  const known = { environ: variables, tool: tools, extension: extensions }[kind] as readonly {
    readonly id: string;
    readonly key: string;
    readonly callable?: string;
  }[];
  const found = known.find((one) => one.id === id) ?? known.find((one) => one.callable === id);
  if (found) return found.key;
  const key = `${PREFIXES[kind]}${id.replaceAll('.', ':')}`;
  const problem = keyProblem(key, kind);
  if (problem === undefined) return key;
  throw new AppError('INVALID_INPUT', `${id} cannot be the name of a record: ${problem}`, { where: 'id' });
}

function storedHash(library: PromptLibrary, id: string): string | undefined {
  const prompt = library.parts.engine.prompt(id);
  return prompt?.origin === 'direct' ? prompt.hash : undefined;
}

function parseRecord(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    const message = messageOf(error);
    throw new AppError('INVALID_INPUT', `This is not JSON: ${message}`, { problems: [{ path: '', message }] });
  }
}

function fitting<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const first = problems[0];
  const message = first ? `${first.path === '' ? '' : `${first.path}: `}${first.message}` : 'This does not fit';
  throw new AppError('INVALID_INPUT', message, { problems });
}
