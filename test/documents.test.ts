import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ownPathsIn } from '#app/commands/own-paths';
import { commandUsage } from '#app/start/command-line';
import { Settings } from '#contract';
import { OWN_TABLES } from '#guard';
import { PROGRAMS } from '#shell-analysis';
import { builtinsOf } from '../src-main/console/builtins/index.ts';
import { isRule } from '../src-main/guard/argument-aliases/rules.ts';
import { DEFAULTS, MIN_CONTEXT, PRESETS } from '../src-main/profiles/presets.ts';
import { readConfiguration } from './src-main/profiles/read-configuration.ts';
import { providersWorkbench } from './src-main/providers/providers-workbench.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const documentsIn = (folder: string, recursive: boolean) =>
  readdirSync(join(ROOT, folder), { recursive })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.md'));
const documents = [...documentsIn('.', false), ...documentsIn('docs', true), ...documentsIn('examples', true)];

/** Fenced blocks of a language, in order. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1] ?? '',
  );
}

/** The cells of each row of the table whose first row holds `head`. */
function table(text: string, head: RegExp): string[][] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith('|') && head.test(line));
  expect(from).toBeGreaterThan(-1);
  const rows = lines.slice(from + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  // A bar inside a cell is escaped.
  return rows.slice(0, end < 0 ? undefined : end).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the guides for those who use it', () => {
  const providers = read('docs/providers.md');
  const shellMode = read('docs/shell-mode.md');

  test('its ten lines of Python are the sample that is packed, and serve a call', async () => {
    const [python = ''] = blocks(providers, 'python');
    expect(python).toBe(read('resources/sample-provider.py'));
    expect(python.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    await using bench = await providersWorkbench();
    const path = join(bench.folder.path, 'tools.py');
    writeFileSync(path, python);
    const spec = { kind: 'program', argv: ['/usr/bin/python3', '-B', path] } as const;
    const place = { workspace: bench.folder.path, cwd: bench.folder.path, environment: { PATH: '/usr/bin:/bin' } };
    const view = await bench.providers.attach({ ...spec, argv: [...spec.argv] }, place);
    expect(view).toMatchObject({ state: 'running', tools: [{ name: 'count_words', isOffered: true }] });
    const result = await bench.call('count_words', { text: 'to be or not to be' });
    expect(result).toMatchObject({ outcome: 'done', content: '6' });
    expect(bench.questions).toHaveLength(1);
  });

  test('the profiles of the sample are understood whole, and both presets are among them', () => {
    const [yaml] = blocks(read('docs/profiles.md'), 'yaml');
    const { profiles, startProblem, ...rest } = readConfiguration({ global: yaml, local: undefined, named: [] });
    expect(startProblem).toBeUndefined();
    expect(rest).toEqual({ selected: ['work'], default: 'work' });
    expect(profiles.flatMap(({ problems }) => problems)).toEqual([]);
    expect(profiles.map(({ name, preset }) => [name, preset])).toEqual([
      ['work', 'openai'],
      ['local', 'ollama'],
      ['other', undefined],
    ]);
    expect(profiles[0]).toMatchObject({
      concurrency: 5,
      context: 262_144,
      prompt: 'Answer briefly.\nPrefer standard tools.\n',
    });
  });

  test('the built-ins are those that help lists', () => {
    const listed = table(shellMode, /^\| built-in/).flatMap(([forms = '']) =>
      [...forms.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    );
    const forms = [...builtinsOf(false).values()].flatMap((builtin) => builtin.forms.map(({ syntax }) => syntax));
    expect(listed.toSorted()).toEqual(forms.toSorted());
  });

  test('the flags of the console are those that its help lists', () => {
    const listed = table(shellMode, /^\| flag/).flatMap(([flags = '']) =>
      [...flags.matchAll(/`-(\w+)/g)].map((match) => match[1]),
    );
    const told = [...commandUsage({ entry: 'console' }).matchAll(/^ +-(\w+)/gm)].map((match) => match[1]);
    expect(listed).toEqual([...told]);
  });

  test('the commands of sigma are those that its help lists', () => {
    const listed = table(read('docs/command-line.md'), /^\| command/).flatMap(([command = '']) =>
      [...command.matchAll(/`sigma (\w+)/g)].map((match) => match[1]),
    );
    const [, commands = ''] = /\nCommands\n([\s\S]*?)\n\n/.exec(read('src-main/cli/run-cli.ts')) ?? [];
    const told = [...commands.matchAll(/^ {2}(\w+)/gm)].map((match) => match[1]);
    expect(told.length).toBeGreaterThan(10);
    expect([...new Set(listed)]).toEqual([...new Set(told)]);
  });

  test('what an MCP client is to have in its configuration is what the app says', () => {
    const [stdio, http] = blocks(providers, 'json').map((text) => JSON.parse(text).mcpServers['sigma-shell']);
    const command = /command: '([^']+)'/.exec(read('src-main/app/features/create-providers.ts'))?.[1];
    expect([stdio.command, ...stdio.args].join(' ')).toBe(command);
    expect(http).toEqual({
      type: 'http',
      url: 'http://127.0.0.1:PORT/mcp',
      headers: { Authorization: 'Bearer TOKEN' },
    });
  });

  test('the files it names in the data folder are there', () => {
    const named = [...read('docs/data-folder.md').matchAll(/`([\w-]+\.(?:yaml|json|jsonl|enc))`/g)].map(
      (match) => match[1],
    );
    const ours = ownPathsIn({ dataFolder: '/data', home: '/home/me' }, () => [])('/work');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !ours.includes(`/data/${name}`))).toEqual([]);
  });
});

describe('what the guard does', () => {
  const guard = read('docs/guard.md');
  const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

  test('the other names of arguments are those that are mended', () => {
    const listed = table(guard, /^\| argument/).map(([name = '', , names = '']) => [named(name)[0], named(names)]);
    const fields = [...OWN_TABLES.values()].flatMap((table) => table.fields);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(fields.map(({ name, aliases }) => [name, aliases])));
  });

  test('the filters are those that are split off, and so are the commands that print nothing', () => {
    const [, filters = ''] = guard.split('with options that are known:\n\n');
    const declaring = (fact: 'filter' | 'silent') =>
      [...PROGRAMS].flatMap(([name, declared]) => (declared[fact] === undefined ? [] : [name])).toSorted();
    expect(named(filters.split('\n\n')[0] ?? '').toSorted()).toEqual(declaring('filter'));
    const silent = /what prints nothing:([\s\S]*?)with `> \/dev\/null`/.exec(guard)?.[1] ?? '';
    expect(named(silent).toSorted()).toEqual(declaring('silent'));
  });

  test('the settings and rules it names are there, with these defaults', () => {
    const [yaml = ''] = blocks(guard, 'yaml');
    const { guard: settings } = parse(yaml);
    expect(Settings.parse({ guard: settings }).guard).toEqual(Settings.parse({}).guard);
    expect(Object.keys(settings)).toEqual(Object.keys(Settings.parse({}).guard));
    const rules = [...named(guard.split('## Switching it off')[1] ?? '').slice(0, 4), 'path.target', 'tool-alias'];
    expect(rules.filter((rule) => !isRule(rule))).toEqual([]);
  });
});

describe('the documents together', () => {
  /** Headings as the addresses that GitHub gives them. */
  const anchorsIn = (path: string) =>
    [...read(path).matchAll(/^#+ (.+)$/gm)].map((match) =>
      (match[1] ?? '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    );
  const links = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([, file = '', anchor]) => ({
      from: path,
      to: file === '' ? path : join(dirname(path), file),
      anchor,
    })),
  );

  test('links and pictures lead somewhere, to a heading that is there', () => {
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ to }) => !existsSync(join(ROOT, to)))).toEqual([]);
    expect(links.filter(({ to, anchor }) => anchor !== undefined && !anchorsIn(to).includes(anchor))).toEqual([]);
  });

  test('every picture is shown by one of them, and every guide is in the table of contents', () => {
    const shown = new Set(links.map(({ to }) => to));
    const pictures = readdirSync(join(ROOT, 'docs/screenshots')).map((name) => `docs/screenshots/${name}`);
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
    const listed = new Set(links.flatMap(({ from, to }) => (from === 'docs/README.md' ? to : [])));
    const guides = documentsIn('docs', false).filter((path) => path !== 'docs/README.md');
    expect(guides.filter((path) => !listed.has(path))).toEqual([]);
  });

  test('what SECURITY.md says is enforced lies where it says', () => {
    const named = [...read('SECURITY.md').matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => ![path, `src-main/${path}`].some((at) => existsSync(join(ROOT, at))))).toEqual([]);
  });

  test('the version is the newest of the changelog, above which lies what is not released yet', () => {
    const { version } = JSON.parse(read('package.json'));
    const [unreleased, newest] = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$/gm)];
    expect(unreleased?.[1]).toBe('Unreleased');
    expect(newest?.slice(1)).toEqual([version, expect.any(String)]);
    expect(JSON.parse(read('package-lock.json')).packages[''].version).toBe(version);
    expect(read('README.md')).toContain(`Version ${version}.`);
  });

  test('what strangers read first is short', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(111);
  });
});

test('what developers are told first is under a page', () => {
  expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(50);
});

test('every folder of the sources has its place in the architecture, and every dependency its reason', () => {
  const architecture = read('docs/architecture.md');
  const folders = ['src-main', 'src-renderer'].flatMap((side) =>
    readdirSync(join(ROOT, side), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  );
  expect(folders.filter((name) => !new RegExp(`\`[^\`]*\\b${name}\\b`).test(architecture))).toEqual([]);
  const decisions = documentsIn('docs/decisions', false).map(read).join('\n');
  const { dependencies } = JSON.parse(read('package.json'));
  const names = Object.keys(dependencies);
  expect(names.filter((name) => !decisions.includes(`\`${name}\``))).toEqual([]);
});

/** A number of a source file, which no module gives away; a product where the pattern catches one. */
function constant(path: string, pattern: RegExp): number {
  const text = pattern.exec(read(`src-main/${path}`))?.[1] ?? 'none';
  return text.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

const UNITS: Readonly<Record<string, number>> = {
  MiB: 1024 * 1024,
  KiB: 1024,
  MB: 1_000_000,
  s: 1000,
  minutes: 60_000,
};

/** The number that `words` catches in a text, in the unit it catches behind it. */
function told(text: string, words: RegExp): number {
  const [, amount, unit = ''] = words.exec(text) ?? [];
  return Number(amount) * (UNITS[unit] ?? 1);
}

describe('docs/profiles.md', () => {
  const rows = new Map(
    table(read('docs/profiles.md'), /^\| key \| type/).map(([key = '', ...cells]) => [key.replaceAll('`', ''), cells]),
  );
  const openai = PRESETS.get('openai');
  const ollama = PRESETS.get('ollama');

  test.each([
    ['baseurl', DEFAULTS.baseurl, openai?.baseurl, ollama?.baseurl],
    ['concurrency', DEFAULTS.concurrency, openai?.concurrency, ollama?.concurrency],
    ['context', DEFAULTS.context, openai?.context, ollama?.context ?? DEFAULTS.context],
  ])('%s has these values', (key, ...values) => {
    const [, ...cells] = rows.get(key) ?? [];
    const told = cells
      .slice(0, 3)
      .map((cell) => cell.replaceAll('`', '').replace('by the server or the model, else ', ''));
    expect(told).toEqual(values.map(String));
  });

  test('no key is missing, and the least context is told', () => {
    expect([...rows.keys()]).toEqual([
      'preset',
      'protocol',
      'baseurl',
      'key',
      'model',
      'prompt',
      'concurrency',
      'context',
      'images',
    ]);
    expect(rows.get('context')?.at(-1)).toBe(`less than ${MIN_CONTEXT}`);
    expect(rows.get('model')?.[1]).toContain(DEFAULTS.model);
    expect(rows.get('key')?.[3]).toBe(`\`${ollama?.key}\``);
  });
});

describe('docs/providers.md', () => {
  const rows = new Map(
    table(read('docs/providers.md'), /^\| what \| limit/).map(([what = '', ...cells]) => [what, cells.join(' | ')]),
  );
  test.each([
    ['one line', /^(\d+) (MiB)/, 'providers/program/program-link.ts', /MAX_LINE_BYTES = ([\d_* ]+);/],
    ['all declarations together', /^(\d+) (MiB)/, 'providers/program/header.ts', /MAX_HEADER_BYTES = ([\d_* ]+);/],
    ["a tool's description", /^(\d+)/, 'providers/definitions.ts', /MAX_DESCRIPTION = ([\d_]+);/],
    ["a tool's schema", /^(\d+) (KiB)/, 'tools/schema-limits.ts', /MAX_SCHEMA_BYTES = ([\d_* ]+);/],
    ['nesting of JSON', /^(\d+)/, 'core/parsing/json-lines.ts', /MAX_JSON_DEPTH = (\d+);/],
    ['arguments of one call', /^(\d+)/, 'providers/provider-tool.ts', /MAX_ARGUMENTS = ([\d_]+);/],
    ['a result, as the model reads it', /^(\d+)/, 'tools/served/result-content.ts', /MAX_CONTENT = ([\d_]+);/],
    ['input it does not read', /^(\d+) (MiB)/, 'providers/program/program-link.ts', /MAX_UNREAD_BYTES = ([\d_* ]+);/],
    ['lines nobody asked for, within 10 s', /^(\d+)/, 'providers/program/answers.ts', /lines: ([\d_]+),/],
    ['lines nobody asked for, within 10 s', /or (\d+) (MiB)/, 'providers/program/answers.ts', /bytes: ([\d_* ]+) }/],
    ['diagnostics kept', /(\d+) (KiB)/, 'tools/served/stderr-tail.ts', /KEPT = ([\d_* ]+);/],
    ['diagnostics read', /^(\d+) (MiB)/, 'process/paced-pipe.ts', /BYTES_A_SECOND = ([\d_* ]+);/],
    ['calls listed in Providers', /(\d+)/, 'tools/served/call-log.ts', /KEPT = (\d+);/],
    ['tools of one provider', /above (\d+)/, 'providers/provider-view.ts', /MANY_TOOLS = (\d+);/],
    ['between SIGTERM and SIGKILL', /^(\d+) (s)/, 'providers/program/program-link.ts', /GRACE_MS = ([\d_]+);/],
    ['between SIGTERM and SIGKILL', /; (\d+) (s) when the app/, 'providers/host.ts', /QUIT_GRACE_MS = ([\d_]+);/],
    [
      'between SIGTERM and SIGKILL',
      /; (\d+) (s) when it never/,
      'providers/program/program-link.ts',
      /UNREADY_GRACE_MS = ([\d_]+);/,
    ],
  ])('%s: the number is the one in force (%s)', (row, words, path, pattern) => {
    expect(told(rows.get(row) ?? '', words)).toBe(constant(path, pattern));
  });

  test.each([
    ['until it is ready', 'ready_seconds'],
    ['one call', 'call_seconds'],
    ['tools of one provider', 'max_tools'],
  ] as const)('%s is a setting with this default', (row, key) => {
    expect(rows.get(row)).toContain(`\`providers.${key}\``);
    expect(told(rows.get(row) ?? '', /^(\d+)/)).toBe(Settings.parse({}).providers[key]);
  });
});

test.each([
  ['profiles', /at most (\d+) (MB)/, 'core/parsing/yaml-text.ts', /MAX_YAML_BYTES = ([\d_]+);/],
  ['profiles', /at most (\d+) levels/, 'core/parsing/yaml-text.ts', /MAX_DEPTH = (\d+);/],
  ['profiles', /at\s+most (\d+) uses of aliases/, 'core/parsing/yaml-text.ts', /MAX_ALIASES = (\d+);/],
  ['profiles', /has 1 to (\d+) characters/, 'profiles/resolve.ts', /MAX_NAME = (\d+);/],
  ['profiles', /It has (\d+) (s) to answer/, 'keychain/create-keychain.ts', /TIMEOUT_MS = ([\d_]+);/],
  ['profiles', /at least (\d+) characters/, 'contract/keychain.ts', /\.min\((\d+),/],
  ['providers', /the fourth time within (\d+) (s)/, 'tools/served/restarts.ts', /WINDOW_MS = ([\d_]+);/],
  ['providers', /may take (\d+) (minutes)\. If/, 'providers/run-step.ts', /LIMIT_MS = ([\d_* ]+);/],
  ['providers', /multiply beyond (\d+) schemas/, 'tools/schema-limits.ts', /MAX_SCHEMAS_PER_VALUE = ([\d_]+);/],
  ['providers', /may take up to (\d+) (minutes)/, 'mcp/call-time.ts', /MAX_WITH_PROGRESS_MS = ([\d_]+);/],
  ['providers', /at most (\d+) connections/, 'mcp/http-server.ts', /MAX_CONNECTIONS = (\d+);/],
  ['providers', /connections and (\d+) (MiB) a message/, 'mcp/line-transport.ts', /MAX_MESSAGE_BYTES = ([\d_* ]+);/],
  ['providers', /At most (\d+) calls of a client/, 'mcp/client-session.ts', /MAX_CALLS = (\d+);/],
])('docs/%s.md tells the number in force: %s', (name, words, path, pattern) => {
  expect(told(read(`docs/${name}.md`), words)).toBe(constant(path, pattern));
});

test('docs/providers.md tells how long a restart waits', () => {
  const waits = /BACK_OFF_MS = \[([\d, ]+)\]/.exec(read('src-main/tools/served/restarts.ts'))?.[1]?.split(', ');
  const [first, second, third] = (waits ?? []).map((ms) => Number(ms) / 1000);
  expect(read('docs/providers.md')).toContain(`after ${first}, ${second} and ${third} s`);
});
