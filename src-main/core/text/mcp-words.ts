import { LinkSpec } from '#contract';

type McpSpec = Extract<LinkSpec, { kind: 'mcp' }>;

/** Syntax of an MCP server in words: in the console after `attach mcp`, in a terminal after `sigma mcp add`. */
export const MCP_WORDS =
  "[-env NAME[=value]]… [-header 'Name: value']… <name> <address, or program with its arguments>";

interface ServerWords {
  readonly environment: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly name: string;
  /** The address, or the program with its arguments. */
  readonly target: readonly string[];
}

/**
 * Parses the words to a specification; `variable` has the variables that `-env NAME` passes on. @throws Error that
 * names the wrong word
 */
export function mcpSpecOf(words: readonly string[], variable: (name: string) => string | undefined): McpSpec {
  const { name, target, environment, headers } = readWords([...words], variable);
  const [first = '', ...rest] = target;
  const isAddress = /^https?:\/\//i.test(first);
  if (isAddress && rest.length > 0)
    throw new Error(`${shownWord(rest[0])} stands behind the address, where nothing can`);
  if (isAddress && Object.keys(environment).length > 0)
    throw new Error('-env is for programs; an address takes -header');
  if (!isAddress && Object.keys(headers).length > 0) throw new Error('-header is for addresses; a program takes -env');
  const transport = isAddress
    ? ({ type: 'http', url: first, headers } as const)
    : ({ type: 'stdio', argv: [...target], environment } as const);
  const spec = LinkSpec.safeParse({ kind: 'mcp', name, transport });
  if (spec.success && spec.data.kind === 'mcp') return spec.data;
  const [issue] = spec.error?.issues ?? [];
  if (issue?.path[0] === 'name') throw new Error(`A name is made of ${issue.message}`);
  throw new Error(`${first.replace(/^(https?:\/\/)[^/]*@/i, '$1')} is no address`);
}

function readWords(words: string[], variable: (name: string) => string | undefined): ServerWords {
  const environment: Record<string, string> = {};
  const headers: Record<string, string> = {};
  const takeFlags = () => {
    while (words[0]?.startsWith('-')) {
      const word = words.shift() ?? '';
      if (word === '--') return;
      const [flag, text] = flagIn(word, words);
      if (flag === 'env') Object.assign(environment, variableIn(text, variable));
      else Object.assign(headers, headerIn(text));
    }
  };
  takeFlags();
  const name = words.shift();
  if (name === undefined) throw new Error('A name is missing');
  takeFlags();
  if (words.length === 0) throw new Error('An address or a program is missing');
  return { environment, headers, name, target: words };
}

function flagIn(word: string, words: string[]): readonly ['env' | 'header', string] {
  const [, flag, own] = /^--?(env|header)(?:=([\s\S]*))?$/.exec(word) ?? [];
  if (flag !== 'env' && flag !== 'header') throw new Error(`There is no flag ${shownWord(word)}`);
  const text = own ?? words.shift();
  if (text === undefined) throw new Error(`The flag -${flag} needs a value`);
  return [flag, text];
}

/** A word as a message may repeat it: a flag without its value, and of any other only what has no secret in it. */
function shownWord(word = ''): string {
  return /^-+[\w-]*/.exec(word)?.[0] ?? (/^[\w.]{1,20}$/.test(word) ? word : 'Something');
}

function variableIn(text: string, variable: (name: string) => string | undefined): Record<string, string> {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? variable(name) : text.slice(at + 1);
  if (value === undefined) throw new Error(`The variable ${name} is not set`);
  return { [name]: value };
}

function headerIn(text: string): Record<string, string> {
  const [, name, value] = /^([\w-]+):\s*([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new Error("What stands behind -header is no header, such as 'X-Key: abc'");
  return { [name]: value };
}
