import type { NamedArguments } from './arguments.ts';
import { ToolFailure } from './tool-failure.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** JSON text; absent for methods that have none. */
  readonly body?: string | undefined;
}

/** Call description in a tool's record. */
export interface RestDescription {
  readonly url?: unknown;
  readonly method?: unknown;
}

/**
 * Makes the request of a call. An id that is rounded is another one, so that the exact values are sent.
 *
 * @throws ToolFailure when the record cannot be followed
 */
export function requestOf(
  { url: template, method: written }: RestDescription,
  { names: all, exact: values }: Pick<NamedArguments, 'names' | 'exact'>,
  baseUrl: string | undefined,
): HttpRequest {
  const method = methodOf(written);
  if (typeof template !== 'string' || template === '') throw new ToolFailure('its record has no restful.url');
  const { text, used } = filledPath(template, values);
  const url = absolute(text, baseUrl);
  const plain = absolute(template.replaceAll(/[{}]/g, '_'), baseUrl);
  // An argument such as `..` would lead to another place than the record names.
  if (depthOf(url) !== depthOf(plain) || url.origin !== plain.origin) {
    throw misplacedFailure();
  }
  const names = all.filter((name) => !used.has(name));
  if (method === 'POST' || method === 'PUT') {
    const rest = Object.fromEntries(names.map((name) => [name, values[name]]));
    return { method, url, body: JSON.stringify(rest) };
  }
  for (const name of names) addToQuery(url, name, values[name]);
  return { method, url };
}

function methodOf(written: unknown): HttpRequest['method'] {
  const method = typeof written === 'string' ? written.toUpperCase() : '';
  if (method === 'GET' || method === 'POST' || method === 'PUT' || method === 'DELETE') return method;
  throw new ToolFailure('its record has no restful.method of GET, POST, PUT or DELETE');
}

/** `{name}` in the path alone: no argument decides which server is asked. */
function filledPath(template: string, values: NamedArguments['exact']): { text: string; used: ReadonlySet<string> } {
  const [, authority = '', path = '', rest = ''] =
    /^((?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?)([^?#]*)([\s\S]*)$/i.exec(template) ?? [];
  const used = new Set<string>();
  const filledSegment = (segment: string) => {
    const filled = segment.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      if (!Object.hasOwn(values, name)) throw new ToolFailure(`the argument ${name} of its URL is missing`);
      used.add(name);
      return encodeURIComponent(valueText(values[name]));
    });
    if (filled !== segment && leadsElsewhere(filled)) throw misplacedFailure();
    return filled;
  };
  const filled = path.replace(/(?:\{[^{}]+\}|[^/\\])+/g, filledSegment);
  return { text: authority + filled + rest, used };
}

const misplacedFailure = () => new ToolFailure('an argument cannot stand in the path of its URL');

/** Most times that servers, and what is before them, may decode a path. */
const MAX_DECODINGS = 4;

/** Whether an empty segment, or a step such as `..`, leads elsewhere than the record says, however it is encoded. */
function leadsElsewhere(segment: string): boolean {
  let text = segment;
  for (let at = 0; at < MAX_DECODINGS; at++) text = decodedPart(text);
  return text === '' || text.split(/[/\\]/).some((step) => step === '.' || step === '..');
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\').replace(/%25/g, '%');
  }
}

function absolute(text: string, baseUrl: string | undefined): URL {
  if (URL.canParse(text)) return new URL(text);
  if (baseUrl === undefined || baseUrl === '') {
    throw new ToolFailure('its URL is relative, and tools.base_url is not set');
  }
  if (URL.canParse(text, baseUrl)) return new URL(text, baseUrl);
  throw new ToolFailure('its URL cannot be read');
}

const depthOf = ({ pathname }: URL) => pathname.split('/').length;

function addToQuery({ searchParams }: URL, name: string, value: unknown): void {
  for (const entry of Array.isArray(value) ? value : [value]) searchParams.append(name, valueText(entry));
}

/** A string raw, all else as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** URL to show to people, without credentials. */
export function shownRequestUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
