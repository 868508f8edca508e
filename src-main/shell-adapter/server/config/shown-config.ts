import { isMap, isScalar } from 'yaml';
import { isPlainObject } from '#contract/plain-object';
import { readYaml } from '#core/parsing/yaml-text';
import { REDACTED } from '#core/secrets/redact';
import type { AdapterConfig } from './adapter-config.ts';

/** The app's own file, if there is none yet. */
export const OWN_FILE = `# The Shell Adapter of Sigma Shell. docs/shell-adapter.md explains every key.
adapter:
  preset: desktop # limits that ordinary tools live with; "document" has 50 % of a core and 50 MB
socketio:
  port: 8087
`;

/** Every value by its dotted key, the token left out. */
export function configValues({ adapter, logging, socketio, workspace }: AdapterConfig): Record<string, unknown> {
  const { auth_token: _, ...network } = socketio;
  const values: Record<string, unknown> = {};
  flatten({ adapter: { ...adapter, workspace_directory: workspace }, logging, socketio: network }, '', values);
  return values;
}

function flatten(value: unknown, at: string, into: Record<string, unknown>): void {
  if (!isPlainObject(value)) {
    into[at] = value;
    return;
  }
  for (const [key, entry] of Object.entries(value)) flatten(entry, at === '' ? key : `${at}.${key}`, into);
}

const TOKEN_LINE = /(\bauth_token["']?[ \t]*:[ \t]*)(["']?)([^\s"'#][^\r\n"'#]*)/g;

/** Tokens of the text that was last asked about: it is shown with each change of a shell, and is seldom another. */
let last: { readonly text: string; readonly tokens: readonly string[] } = { text: OWN_FILE, tokens: [] };

/** The token that a text names, whether or not it can be used. */
export function accessTokensIn(text: string): readonly string[] {
  if (last.text !== text) last = { text, tokens: readTokens(text) };
  return last.tokens;
}

function readTokens(text: string): string[] {
  const { document } = readYaml(text);
  const section: unknown = isMap(document.contents) ? document.contents.get('socketio') : undefined;
  const node: unknown = isMap(section) ? section.get('auth_token', true) : undefined;
  const named = isScalar(node) && node.value !== null ? [String(node.value)] : [];
  return [...named, ...[...text.matchAll(TOKEN_LINE)].map((match) => (match[3] ?? '').trim())].filter(
    (token) => token !== '' && token !== REDACTED && token !== 'null',
  );
}

/** A file's text as it may leave the host. */
export function shownText(text: string): string {
  return [...new Set(accessTokensIn(text))].reduce((shown, token) => shown.replaceAll(token, REDACTED), text);
}
