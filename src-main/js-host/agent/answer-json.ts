// Taken before the workspace's code runs, which may replace them.
const { stringify } = JSON;
const { byteLength } = Buffer;
const { isSafeInteger } = Number;
const { from: listOf, isArray } = Array;
const entriesToObject = Object.fromEntries;

/** Most values taken from a generator. */
const MAX_ITEMS = 100_000;

/**
 * A function's answer as JSON text; undefined for nothing. Generators become lists, Map and Set objects and lists, a BigInt
 * a number or its digits, bytes their text.
 *
 * @throws Error when it cannot be JSON, or is longer than `maxBytes`
 */
export async function answerJson(answer: unknown, maxBytes: number): Promise<string | undefined> {
  const value = await collectAnswer(answer);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && byteLength(value) > maxBytes) throw answerTooLong(byteLength(value), maxBytes);
  const text = jsonText(value);
  const bytes = byteLength(text);
  if (bytes > maxBytes) throw answerTooLong(bytes, maxBytes);
  return text;
}

function answerTooLong(bytes: number, maxBytes: number): Error {
  const [has, most] = [bytes, maxBytes].map((one) => one.toLocaleString('en'));
  return new Error(
    `The answer is ${has} bytes long; at most ${most} are taken. Write it to a file and answer its path.`,
  );
}

function jsonText(value: unknown): string {
  let text: string | undefined;
  try {
    text = stringify(value, plainJsonValue);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // A map or a set that contains itself is endless.
    if (!/circular|call stack/i.test(message)) throw error;
    throw new Error('The answer contains itself, or nests too deeply, so it cannot be JSON.');
  }
  if (text === undefined) throw new Error(`The tool returned a ${typeof value}, which cannot be JSON.`);
  return text;
}

/** Converts values that JSON lacks to values that it has. */
function plainJsonValue(this: unknown, key: string, value: unknown): unknown {
  // A Buffer has a form of its own by now, so its holder is asked.
  const raw = (this as Record<string, unknown>)[key];
  if (raw instanceof Uint8Array || raw instanceof ArrayBuffer) return decodedBytes(raw);
  if (typeof value === 'bigint') return isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  if (value instanceof Map) return entriesToObject(value);
  if (value instanceof Set) return listOf(value);
  return value;
}

function decodedBytes(bytes: Uint8Array | ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(
      `The answer has ${bytes.byteLength} bytes that are no UTF-8 text. Answer base64, or write them to a file.`,
    );
  }
}

async function collectAnswer(answer: unknown): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null || isArray(answer)) return answer;
  if (!('next' in answer) || typeof answer.next !== 'function') return answer;
  if (!(Symbol.asyncIterator in answer) && !(Symbol.iterator in answer)) return answer;
  const items: unknown[] = [];
  for await (const item of answer as AsyncIterable<unknown>) {
    if (items.length === MAX_ITEMS) throw new Error(`The tool yielded more than ${MAX_ITEMS} values.`);
    items[items.length] = item;
  }
  return items;
}
