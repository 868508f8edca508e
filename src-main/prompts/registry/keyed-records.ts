import type { RecordProblem } from '#contract';
import { messageOf } from '#core/app-error';
import { bytewise } from '../records/bytewise.ts';
import { type KeyKind, keyProblem, keyToFunc, keyToJsonPath, PREFIXES } from '../records/keys.ts';
import { parseJson } from '../records/record-result.ts';

export interface KeyedRecord {
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly value: unknown;
}

/** Problems of records while tables are built; each is told once. */
export class Problems {
  readonly all: RecordProblem[] = [];

  add(kind: KeyKind, key: string, severity: 'error' | 'warning', message: string): void {
    this.all.push({ kind, key, severity, message });
  }

  /** Reads one record; that it cannot be is a problem of its key alone. */
  reading(kind: KeyKind, key: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      this.add(kind, key, 'error', `it cannot be read: ${messageOf(error)}`);
    }
  }
}

/** The value of a text that was read before. */
type ValueLookup = (key: string, text: string) => { readonly value: unknown } | undefined;

/** Values by key, sorted, those left out that have no ID, an ID that is taken, or no JSON. */
export function* keyedRecords(
  kind: KeyKind,
  texts: ReadonlyMap<string, string>,
  problems: Problems,
  known: ValueLookup = () => undefined,
): Generator<KeyedRecord> {
  const taken = new Map<string, string>();
  for (const key of [...texts.keys()].sort(bytewise)) {
    const text = texts.get(key) ?? '';
    const id = kind === 'tool' ? keyToFunc(key) : keyToJsonPath(key, PREFIXES[kind]);
    const why = keyProblem(key, kind);
    const other = taken.get(id);
    const parsed = known(key, text) ?? parseRemembered(text);
    if (why !== undefined) problems.add(kind, key, 'error', why);
    else if ('problem' in parsed) problems.add(kind, key, 'error', parsed.problem);
    else if (other !== undefined) problems.add(kind, key, 'error', `its ID, ${id}, is that of ${other}`);
    else {
      taken.set(id, key);
      yield { id, key, text, value: parsed.value };
    }
  }
}

/** Most refreshes find most records as they were. */
let remembered = new Map<string, ReturnType<typeof parseJson>>();
const MAX_REMEMBERED = 4096;
const MAX_TEXT = 4000;

function parseRemembered(text: string): ReturnType<typeof parseJson> {
  if (text.length > MAX_TEXT) return parseJson(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered = new Map();
  const parsed = parseJson(text);
  remembered.set(text, parsed);
  return parsed;
}
