import type { LinkSpec, ProviderView } from '#contract';
import { isSecretHeader, isUrlWithPassword } from '#contract/secret-names';
import type { LayoutStore } from '../state/layout-store.ts';

/** A name and a value, as of a variable or a header. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Input of an attach dialog; it is kept when the attach fails. */
export interface AttachDraft {
  readonly kind: 'program' | 'js' | 'mcp';
  /** The command line of a program or of a server over stdio. */
  readonly line: string;
  /** The folder of a Node package. */
  readonly path: string;
  /** Folder in which it runs; empty for the workspace. */
  readonly folder: string;
  readonly name: string;
  readonly transport: 'stdio' | 'http';
  readonly url: string;
  readonly variables: readonly NamedValue[];
  readonly headers: readonly NamedValue[];
  /** Names of variables of the environment with keys that it is given. */
  readonly keys: readonly string[];
  readonly remember: boolean;
}

export const emptyDraft: AttachDraft = {
  kind: 'program',
  line: '',
  path: '',
  folder: '',
  name: '',
  transport: 'stdio',
  url: '',
  variables: [],
  headers: [],
  keys: [],
  remember: true,
};

/** Whether it runs on this machine, in a folder and with keys of the environment: a server at an address does not. */
export const runsHere = ({ kind, transport }: Pick<AttachDraft, 'kind' | 'transport'>): boolean =>
  kind !== 'mcp' || transport === 'stdio';

export type DraftProblems = Partial<Record<'line' | 'path' | 'name' | 'url' | 'pairs', string>>;

/** Finds what is missing or wrong before anything is sent. */
export function draftProblems(draft: AttachDraft): DraftProblems {
  if (draft.kind === 'js') return draft.path.trim() === '' ? { path: 'Name the folder with its package.json.' } : {};
  const isHttp = !runsHere(draft);
  return {
    ...(!isHttp && draft.line.trim() === '' ? { line: 'Type the program and its arguments.' } : {}),
    ...(draft.kind === 'mcp' && !/^[A-Za-z0-9_-]{1,32}$/.test(draft.name)
      ? { name: 'One to 32 letters, digits, dashes and underscores; its tools begin with it.' }
      : {}),
    ...(isHttp && !isWebAddress(draft.url) ? { url: 'An address such as https://example.org/mcp.' } : {}),
    ...pairsProblem(draft),
  };
}

function pairsProblem(draft: AttachDraft): DraftProblems {
  const pairs = pairsOf(draft);
  if (pairs.some(({ name, value }) => name.trim() === '' && value !== '')) return { pairs: 'Each value needs a name.' };
  // Headers are the same in upper and lower case.
  const keyOf = ({ name }: NamedValue) => (draft.transport === 'http' ? name.trim().toLowerCase() : name.trim());
  const twice = pairs.find(
    (one, at) => keyOf(one) !== '' && pairs.findIndex((other) => keyOf(other) === keyOf(one)) < at,
  );
  return twice === undefined ? {} : { pairs: `${twice.name.trim()} is there twice; only one value can be sent.` };
}

/** Builds the specification for the host. `words` splits a command line as the shell of the app does. */
export async function specOf(draft: AttachDraft, words: (line: string) => Promise<string[]>): Promise<LinkSpec> {
  const { kind, name, transport } = draft;
  const keys = draft.keys.length === 0 ? {} : { keys: [...draft.keys] };
  if (kind === 'js') return { kind, path: draft.path.trim(), ...keys };
  if (kind === 'program') return { kind, argv: await words(draft.line), ...keys };
  if (transport === 'http') {
    return { kind, name, transport: { type: 'http', url: draft.url.trim(), headers: recordOfPairs(draft.headers) } };
  }
  return {
    kind,
    name,
    transport: { type: 'stdio', argv: await words(draft.line), environment: recordOfPairs(draft.variables), ...keys },
  };
}

/** Key of the layout under which an input is kept until it is attached or given up. */
export function attachKey(kind: AttachDraft['kind']): string {
  return `providers.attach.${kind}`;
}

/** Returns an input as it may be kept: without the values of variables and headers, and without what may be a secret. */
export function draftToKeep(draft: AttachDraft): AttachDraft {
  const { line, url, variables, headers } = draft;
  return {
    ...draft,
    line: mayHoldSecret(line) ? '' : line,
    url: addressToKeep(url),
    variables: namesOf(variables),
    headers: namesOf(headers),
  };
}

/** Forgets an input that is attached or given up; another that was begun meanwhile stays. */
export function forgetDraft(pieces: Pick<LayoutStore, 'get' | 'set'>, draft: AttachDraft): void {
  const key = attachKey(draft.kind);
  if (JSON.stringify(pieces.get(key)) === JSON.stringify(draftToKeep(draft))) pieces.set(key, undefined);
}

const namesOf = (pairs: readonly NamedValue[]) => pairs.map(({ name }) => ({ name, value: '' }));

function mayHoldSecret(line: string): boolean {
  const names = line.split(/[\s="':,{}]+/).map((word) => word.replace(/^-+/, ''));
  return names.some(isSecretHeader) || line.split(/[\s="']+/).some(isUrlWithPassword);
}

/** An address as far as it names a place: what comes with it may let somebody in. */
function addressToKeep(text: string): string {
  const address = text.trim();
  if (!address.includes('://')) return /[@?#]/.test(address) ? '' : text;
  // A password that is being typed stands where a port would.
  if (!URL.canParse(address)) return '';
  const { origin, pathname } = new URL(address);
  return /[@?#]/.test(address) ? `${origin}${pathname}` : text;
}

/** Whether a provider was started with this specification, whose secrets are not shown. */
export function isStartedWith({ spec: own }: ProviderView, spec: LinkSpec): boolean {
  if (own.kind === 'mcp') return spec.kind === 'mcp' && own.name === spec.name;
  if (own.kind === 'js') return spec.kind === 'js' && own.path === spec.path;
  return spec.kind === 'program' && JSON.stringify(own.argv) === JSON.stringify(spec.argv);
}

/** Label while the attach is in progress. */
export function draftLabel({ kind, line, path, name }: AttachDraft): string {
  return kind === 'mcp' ? `MCP server ${name}` : kind === 'js' ? path : line;
}

function pairsOf({ kind, transport, variables, headers }: AttachDraft): readonly NamedValue[] {
  if (kind !== 'mcp') return [];
  return transport === 'http' ? headers : variables;
}

function recordOfPairs(pairs: readonly NamedValue[]): Record<string, string> {
  return Object.fromEntries(pairs.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text.trim()) && URL.canParse(text.trim());
}
