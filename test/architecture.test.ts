import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importCircles } from './support/import-circles.ts';
import { importedFile, importsIn, importsOf, type SourceImport, sourceFiles } from './support/source-imports.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Table of who may import whom inside src-main, lowest first. A folder may reach only what its line names. */
const BASE = ['contract', 'core'];

const FEATURE = [...BASE, 'process', 'ledger', 'tools'];

const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  core: ['contract'],
  process: BASE,
  ledger: BASE,
  tools: [...BASE, 'ledger'],
  // What a command line really does, for those who judge and those who mend.
  'shell-analysis': BASE,
  guard: [...FEATURE, 'shell-analysis'],
  files: FEATURE,
  approvals: [...FEATURE, 'shell-analysis'],
  // Protocols of model services, translated; pure.
  protocols: BASE,
  llm: [...FEATURE, 'protocols'],
  // A model on a Unix socket: requests are handed on by llm's relays.
  'ai-socket': [...BASE, 'llm'],
  // The model's port is llm's; chat uses its types alone.
  chat: [...FEATURE, 'llm'],
  terminal: FEATURE,
  // Looks before and after every call that may change files.
  'call-watch': FEATURE,
  // Points of turns, and going back in a session: files and conversation.
  rewind: FEATURE,
  // Programs started within limits, for the model and for whoever else runs commands.
  execution: FEATURE,
  'shell-adapter': [...FEATURE, 'execution'],
  settings: FEATURE,
  profiles: FEATURE,
  keychain: FEATURE,
  providers: FEATURE,
  mcp: FEATURE,
  console: FEATURE,
  // Go's templates: a library that knows nothing of the app.
  template: [],
  prompts: [...FEATURE, 'template'],
  // An agent is a folder: what it says, whether it is trusted, and what runs of it.
  workspaces: FEATURE,
  // Agent workspaces in one file, layer upon layer.
  images: BASE,
  // Images that are open: mounted, or unpacked, and the program that mounts as root.
  mounts: [...BASE, 'process'],
  // Tasks of agent workspaces that run by the clock.
  schedules: FEATURE,
  // Copies of workspaces that sessions work in side by side.
  branches: FEATURE,
  // What lies in the data folder and nothing refers to.
  retention: FEATURE,
  // A workspace's agent on a Unix socket.
  sockets: FEATURE,
  // A process of its own, in which a person's Node package or a workspace's JavaScript runs.
  'js-host': BASE,
  // A front of the wire, like the page.
  tty: BASE,
  // Clients of a session's socket: they reach no engine but over it.
  channels: BASE,
  app: [
    ...FEATURE,
    'shell-analysis',
    'guard',
    'files',
    'approvals',
    'protocols',
    'llm',
    'chat',
    'terminal',
    'call-watch',
    'rewind',
    'execution',
    'shell-adapter',
    'settings',
    'profiles',
    'keychain',
    'providers',
    'mcp',
    'console',
    'prompts',
    'workspaces',
    'schedules',
    'channels',
    'sockets',
    'images',
    'mounts',
    'branches',
    'retention',
  ],
  web: [...BASE, 'process', 'app'],
  electron: [...BASE, 'process', 'app', 'web', 'cli'],
  cli: [...BASE, 'process', 'app', 'web', 'tty', 'ai-socket', 'llm', 'channels', 'images', 'mounts'],
};

/**
 * Table of the folders that may import each outside module; every runtime dependency, and all that is imported, has its
 * line. A name that ends in `-` stands for all that begin with it; the longest name that fits decides.
 */
const OWNED: Record<string, readonly string[]> = {
  electron: ['src-main/electron', 'src-preload'],
  // The host of a workspace's JavaScript starts nothing: it keeps the code in it from starting what was not trusted.
  'node:child_process': ['src-main/process', 'src-main/js-host/agent/refuse-programs.ts'],
  '@orpc/contract': ['src-main/contract'],
  // The fronts of the wire: the page, the console, and one that joins a host from another process.
  '@orpc/client': [
    'src-main/contract/api-client.ts',
    'src-main/core',
    'src-main/tty',
    'src-main/cli/joined-console.ts',
    'src-main/cli/open-host.ts',
    'src-renderer/api',
  ],
  '@orpc/server': [...['core', 'electron', 'web', 'app/start/joined-consoles.ts'].map((place) => `src-main/${place}`)],
  'eventsource-parser': ['src-main/core'],
  'get-east-asian-width': ['src-main/tty'],
  // The contract's schemas are made late, which is a matter of every start.
  zod: [
    'contract/schema/zod.ts',
    'contract/schema/late-schema.ts',
    'core',
    'electron',
    'execution',
    'files',
    'keychain',
    'ledger',
    'llm',
    'mcp',
    'profiles',
    'prompts',
    'providers',
    'settings',
    'shell-adapter',
    'approvals',
    'workspaces',
    'schedules/tasks',
    'channels',
    'sockets',
    'app/trusted-folders.ts',
    'app/start/second-start.ts',
  ]
    .map((place) => `src-main/${place}`)
    .concat('src-renderer/settings', 'src-renderer/ui'),
  'node-pty': ['src-main/terminal'],
  '@lydell/node-pty': ['src-main/terminal'],
  pidusage: ['src-main/process'],
  openai: ['src-main/llm'],
  '@anthropic-ai/sdk': ['src-main/llm'],
  undici: ['src-main/llm', 'src-main/channels/telegram'],
  grammy: ['src-main/channels/telegram'],
  '@larksuiteoapi/node-sdk': ['src-main/channels/feishu'],
  ws: ['src-main/web'],
  ioredis: ['src-main/prompts/stores'],
  '@grpc/grpc-js': ['src-main/prompts/tools'],
  '@grpc/proto-loader': ['src-main/prompts/tools'],
  protobufjs: ['src-main/prompts/tools'],
  '@hono/zod-openapi': ['src-main/prompts/rest'],
  // What makes the OpenAPI document stands on it.
  hono: [],
  'socket.io': ['src-main/shell-adapter'],
  pino: ['src-main/app'],
  'rotating-file-stream': ['src-main/app'],
  diff: ['src-main/files', 'src-main/providers', 'src-main/workspaces/trust'],
  unbash: ['src-main/shell-analysis'],
  zstddec: ['src-main/images/squashfs/codecs'],
  '@mongodb-js/zstd': ['src-main/images/squashfs/codecs', 'src-main/images/write/compress'],
  ignore: ['src-main/images/pack'],
  cronstrue: ['src-main/schedules/tasks'],
  yaml: [
    ...['core', 'settings', 'profiles', 'prompts', 'providers', 'approvals', 'shell-adapter', 'workspaces/layout'].map(
      (place) => `src-main/${place}`,
    ),
    'src-main/app/start/migrate-model-settings.ts',
  ],
  '@xterm/headless': ['src-main/terminal'],
  '@xterm/addon-serialize': ['src-main/terminal'],
  // It starts programs by itself, with a shell: one file prepares what it is given.
  'sudo-prompt': ['src-main/mounts/privileged/run-as-root.ts'],
  '@xterm/xterm': ['src-renderer/xterm'],
  '@xterm/addon-unicode11': ['src-main/terminal', 'src-renderer/xterm'],
  '@xterm/addon-': ['src-renderer/xterm'],
  'monaco-editor': ['src-renderer/editor'],
  'gpt-tokenizer': ['src-renderer/prompts'],
  '@napi-rs/keyring': ['src-main/keychain'],
  'ts-morph': ['src-main/js-host'],
  '@modelcontextprotocol/sdk': ['src-main/mcp'],
  ajv: ['src-main/tools', 'src-main/prompts', 'src-main/js-host'],
  react: ['src-renderer'],
  'react-dom': ['src-renderer/main.tsx', 'src-renderer/ui/draw-now.ts'],
  'react-markdown': ['src-renderer/text'],
  'remark-gfm': ['src-renderer/text'],
  katex: ['src-renderer/text'],
  'react-resizable-panels': ['src-renderer/app', 'src-renderer/terminals', 'src-renderer/ui'],
  'radix-ui': ['src-renderer/app', 'src-renderer/terminals', 'src-renderer/ui', 'src-renderer/permissions'],
  cmdk: ['src-renderer/app'],
};

const sources = ['src-main', 'src-preload', 'src-renderer'].flatMap(sourceFiles);
const imports = sources.flatMap(importsOf);

const folderOf = (file: string) => file.split(sep)[1] ?? '';

/** `#core/emitter` → core; `../core/x.ts` from a file in src-main → core. */
function mainFolderOf({ file, target }: SourceImport): string | undefined {
  if (target.startsWith('#')) return target.slice(1).split('/')[0];
  if (!target.startsWith('.')) return undefined;
  const path = relative(join(ROOT, 'src-main'), resolve(ROOT, dirname(file), target));
  return path.startsWith('..') ? undefined : path.split(sep)[0];
}

/** Folder of src-renderer that a relative import of a file there leads to. */
function paneOf(file: string, target: string): string {
  return relative(join(ROOT, 'src-renderer'), resolve(ROOT, dirname(file), target)).split(sep)[0] ?? '';
}

test('the sources have imports to look at', () => {
  expect(imports.length).toBeGreaterThan(50);
});

test('every folder of src-main is in the table', () => {
  const folders = readdirSync(join(ROOT, 'src-main'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((folder) => folder.name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

describe('a folder of src-main reaches only those below it, by their names', () => {
  const crossing = imports.filter(({ file }) => file.startsWith(`src-main${sep}`));

  test('no import goes up or sideways', () => {
    const wrong = crossing.filter((one) => {
      const from = folderOf(one.file);
      const to = mainFolderOf(one);
      return to !== undefined && to !== from && !MAY_IMPORT[from]?.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test('no relative import leaves its folder', () => {
    const wrong = crossing.filter((one) => one.target.startsWith('.') && mainFolderOf(one) !== folderOf(one.file));
    expect(wrong).toEqual([]);
  });
});

test('the renderer reaches main through the contract alone', () => {
  const wrong = imports.filter(
    (one) =>
      one.file.startsWith('src-renderer') &&
      (one.target.startsWith('#') ? !one.target.startsWith('#contract') : one.target.includes('src-main')),
  );
  expect(wrong).toEqual([]);
});

test('the renderer takes the values of the contract, its schemas, from where zod was told what the policy of the page allows', () => {
  const ofContract = imports.filter(({ file, target }) => file.startsWith('src-renderer') && target === '#contract');
  expect(ofContract.length).toBeGreaterThan(50);
  expect(ofContract.filter(({ isTypeOnly }) => !isTypeOnly).map(({ file }) => file)).toEqual([
    join('src-renderer', 'ui', 'schemas.ts'),
  ]);
});

/** Shared parts of pages that stand on each other, the lowest first; each knows those before it. */
const LAYERS = ['ui', 'text', 'connect permissions'];

test('a pane of the renderer does not reach into another', () => {
  const layers = LAYERS.flatMap((layer) => layer.split(' '));
  const shared = new Set(['api', 'state', 'xterm', 'forms', 'editor', 'tools', 'turns', 'packing', ...layers]);
  const wrong = imports.filter(({ file, target }) => {
    if (!file.startsWith('src-renderer') || !target.startsWith('.')) return false;
    const from = folderOf(file);
    const to = paneOf(file, target);
    return from !== to && from !== 'app' && from !== 'main.tsx' && !shared.has(to);
  });
  expect(wrong).toEqual([]);
});

test('what pages share stands in layers', () => {
  const heightOf = (pane: string) => LAYERS.findIndex((layer) => layer.split(' ').includes(pane));
  const between = imports.filter(({ file, target }) => {
    return heightOf(folderOf(file)) >= 0 && target.startsWith('.') && heightOf(paneOf(file, target)) >= 0;
  });
  expect(between.length).toBeGreaterThan(50);
  const wrong = between.filter(({ file, target }) => {
    const [from, to] = [folderOf(file), paneOf(file, target)];
    return from !== to && heightOf(to) >= heightOf(from);
  });
  expect(wrong).toEqual([]);
});

test("chat knows llm's types alone", () => {
  const ofLlm = imports.filter((one) => folderOf(one.file) === 'chat' && mainFolderOf(one) === 'llm');
  expect(ofLlm).not.toEqual([]);
  expect(ofLlm.filter(({ isTypeOnly }) => !isTypeOnly)).toEqual([]);
});

test.each([
  ["import type { A } from '#llm';", true],
  ["import type {\n  A,\n  B,\n} from '#llm';", true],
  ["export type { A } from '#llm';", true],
  ["import { type A } from '#llm';", false],
  ["import { a } from '#llm';", false],
  ["import '#llm';", false],
  ["const { a } = await import('#llm');", false],
  ["import type { B } from './b.ts';\nimport { a } from '#llm';", false],
])('%j: an import of types alone is %s', (text, expected) => {
  expect(importsIn('x.ts', text).find(({ target }) => target === '#llm')?.isTypeOnly).toBe(expected);
});

test('text that ends in "from" is no import', () => {
  expect(importsIn('x.ts', "const where = isIn ? ['output', 'read from'] : ['input', 'written to'];")).toEqual([]);
});

describe('no file imports itself by way of others, types included', () => {
  /** Imports of each source file from the others. */
  const own = new Map(sources.map((file) => [file, importsOf(file).flatMap((one) => importedFile(one) ?? [])]));

  test('every import of ours leads to a source file or a style sheet', () => {
    const known = new Set(sources);
    const targets = [...own.values()].flat();
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((target) => !known.has(target) && !target.endsWith('.css'))).toEqual([]);
  });

  test('the imports of the sources make no circle', () => {
    expect(importCircles(own)).toEqual([]);
  });

  test.each<[string, Record<string, string[]>, string[][]]>([
    ['nothing', {}, []],
    ['one that imports itself', { a: ['a'] }, [['a', 'a']]],
    ['two ways to one file', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
    ['a circle of two', { a: ['b'], b: ['a'] }, [['a', 'b', 'a']]],
    ['a circle below its way in', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd', 'b']]],
    ['a circle found from a file that was seen', { a: [], b: ['a', 'c'], c: ['b'] }, [['b', 'c', 'b']]],
  ])('%s', (_, files, circles) => {
    expect(importCircles(new Map(Object.entries(files)))).toEqual(circles);
  });
});

describe('outside modules', () => {
  /** The line of `OWNED` that a module falls under. */
  const ownerOf = (target: string) =>
    Object.keys(OWNED)
      .filter((name) => target === name || target.startsWith(name.endsWith('-') ? name : `${name}/`))
      .sort((one, other) => other.length - one.length)[0];
  const outside = imports.filter(({ target }) => !/^[.#]/.test(target));

  test('are imported where they are owned', () => {
    const wrong = outside.filter(({ file, target }) => {
      const places = OWNED[ownerOf(target) ?? ''];
      return (
        places &&
        !places.some(
          (place) => file === place.replaceAll('/', sep) || file.startsWith(place.replaceAll('/', sep) + sep),
        )
      );
    });
    expect(wrong).toEqual([]);
  });

  test('have an owner each, but for those of Node', () => {
    const ofNode = ({ target }: SourceImport) => target.startsWith('node:');
    expect(outside.filter((one) => !ofNode(one) && ownerOf(one.target) === undefined)).toEqual([]);
  });

  test('that the package depends on have an owner each, and it imports them', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const names = Object.keys(dependencies);
    expect(names.filter((name) => ownerOf(name) === undefined)).toEqual([]);
    const used = new Set(outside.map(({ target }) => ownerOf(target)));
    expect(names.filter((name) => OWNED[name]?.length !== 0 && !used.has(ownerOf(name)))).toEqual([]);
  });
});

test('at most four files import electron', () => {
  expect(
    new Set(imports.filter(({ target }) => target === 'electron').map(({ file }) => file)).size,
  ).toBeLessThanOrEqual(4);
});
