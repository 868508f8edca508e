import type { Subject, Warning } from '#contract';
import { hiddenCodes } from '#contract/hidden-characters';
import { textStart } from '#contract/text-ends';
import { withDigitsAsText } from '../kept-digits.ts';
import type { ToolDeclaration } from '../tool-link.ts';

/** Most values a question shows one by one, and the length of each, in characters: all of it is in what was sent. */
const MAX_LEAVES = 200;
const MAX_TEXT = 20_000;

type CallSubject = Extract<Subject, { kind: 'call' }>;

/** Builds the subject of the question about a provider's call, from the JSON that it is given: with all digits of its numbers. */
export function callSubject(provider: string, tool: ToolDeclaration, sent: string): CallSubject {
  const leaves = [...leavesOf(JSON.parse(withDigitsAsText(sent)), '')];
  const shown = leaves.slice(0, MAX_LEAVES);
  if (leaves.length > MAX_LEAVES) shown.push({ path: '…', text: `${leaves.length - MAX_LEAVES} more values` });
  return { kind: 'call', provider, title: humanName(tool.name), description: tool.description, arguments: shown };
}

export function callWarnings(tool: ToolDeclaration, sent: string): Warning[] {
  const hidden = hiddenCodes(sent.replaceAll(/\r?\n/g, '\n').replaceAll(/\\u([0-9a-fA-F]{4})/g, decodeHex));
  const warnings: Warning[] = [];
  if (hidden.length > 0) {
    warnings.push({ level: 'danger', text: `The arguments contain characters that do not show: ${hidden.join(', ')}` });
  }
  if (tool.isReadOnly)
    warnings.push({ level: 'note', text: 'Its server says that it changes nothing; that is not checked' });
  return warnings;
}

const decodeHex = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/** `getHTTPResponse` and `get_http-response` as `get http response`. */
export function humanName(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words;
}

/** The values that hold no others, each with its place; of an empty list or object, itself. */
function* leavesOf(value: unknown, path: string): Generator<{ path: string; text: string }> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0 && path !== '') yield { path, text: cutSubject(valueText(value)) };
  for (const [key, entry] of entries)
    yield* leavesOf(entry, `${path}${Array.isArray(value) ? `[${key}]` : joinKey(path, key)}`);
}

function joinKey(path: string, key: string): string {
  return path === '' ? key : `.${key}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cutSubject(text: string): string {
  return text.length <= MAX_TEXT ? text : `${textStart(text, MAX_TEXT)}… (${text.length} characters)`;
}
