import { extname } from 'node:path';

/** Modules that a text imports, as far as its lines say; nothing is run. */
export function importsIn(file: string, text: string): string[] {
  const found = new Set<string>();
  const lines = text.slice(0, MAX_SCANNED).split('\n', MAX_LINES);
  for (const line of lines)
    for (const name of extname(file).toLowerCase() === '.py' ? pythonImports(line) : jsImports(line)) found.add(name);
  return [...found].sort().slice(0, MAX_IMPORTS);
}

const MAX_SCANNED = 500_000;
const MAX_LINES = 20_000;
const MAX_LINE = 2000;
const MAX_IMPORTS = 100;

function* pythonImports(line: string): Generator<string> {
  const [code = ''] = line.slice(0, MAX_LINE).split('#', 1);
  const [first = '', ...more] = code.split(';');
  yield* namesImported(first);
  // Behind anything else a semicolon may stand in a text.
  if (/^\s*(?:import|from)[ \t]/.test(first)) for (const statement of more) yield* namesImported(statement);
}

/** The modules that a statement of Python's imports; those of the workspace itself (`from . import`) are none. */
function* namesImported(statement: string): Generator<string> {
  const text = statement.trim();
  const from = /^from[ \t]+(\w+)[\w.]*[ \t]+import\b/.exec(text)?.[1];
  if (from !== undefined) yield from;
  const names = /^import[ \t]+(\S.*)$/.exec(text)?.[1] ?? '';
  for (const part of names.split(',')) {
    const name = /^[ \t]*(\w+)/.exec(part)?.[1];
    if (name !== undefined) yield name;
  }
}

function* jsImports(line: string): Generator<string> {
  const text = line.slice(0, MAX_LINE);
  for (const [, name = ''] of text.matchAll(/\b(?:from|import|require)\b[ \t]*\(?[ \t]*['"]([^'"\n]{1,200})['"]/g))
    yield name;
  if (/\bfetch[ \t]*\(/.test(text)) yield 'fetch';
}

const NETWORK: ReadonlySet<string> = new Set(
  'aiohttp requests httpx urllib urllib3 socket http ftplib smtplib imaplib poplib telnetlib websockets websocket grpc paramiko boto3 openai anthropic fetch net tls http2 https dgram undici axios got ws node-fetch node:net node:tls node:http node:https node:http2 node:dgram'.split(
    ' ',
  ),
);

/** Whether a module is one by which the network is used. */
export const usesNetwork = (name: string): boolean => NETWORK.has(name);
