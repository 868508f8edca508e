import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAdapterConfig } from '../../../../src-main/shell-adapter/server/config/read-config.ts';
import { shownText } from '../../../../src-main/shell-adapter/server/config/shown-config.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** The document's own file, with a workspace that is there. */
const documents = (workspace: string) => `adapter:
  adapter_type: "shell"
  connection_check_interval: 300          # in seconds
  workspace_directory: "${workspace}/"      # the default directory where a new terminal starts
  session_max_lifetime: 5                 # in minutes
  command_max_lifetime: 60                # in seconds
  max_output_size: 500                    # in characters
  begin_output_size: 200                  # in characters
  end_output_size: 300                    # in characters
  cpu_percent_limit: 50
  memory_mb_limit: 50                     # in MB

logging:
  logging_level: "info"               # DEBUG, INFO, WARNING, ERROR, CRITICAL
  log_file_path: "logs/shell_adapter.log"
  log_format: "%(asctime)s - %(name)s - %(levelname)s - %(message)s"
  max_log_size: 5242880               # Maximum log file size in bytes
  backup_count: 3                     # Number of log file backups to keep

socketio:
  host: "127.0.0.1"                   # Socket.IO server host
  port: 8087                          # Socket.IO server port
  cors_allowed_origins: "*"           # CORS allowed origins
`;

async function read(text: (workspace: string) => string, hasToken = false) {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'projects'));
  const file = join(folder.path, 'shell_config.yaml');
  const places = { file, home: folder.path, workspace: folder.path, hasToken };
  return { folder: folder.path, ...(await readAdapterConfig(text(join(folder.path, 'projects')), places)) };
}

const pathsOf = async (lines: readonly string[], hasToken = false) =>
  (await read(() => lines.join('\n'), hasToken)).problems.map(({ path, line }) => `${path}:${line}`);

test('the document’s own file works unchanged, and its limits are warned of', async () => {
  const { config, problems, warnings, preset, folder } = await read(documents);
  expect(problems).toEqual([]);
  expect(preset).toBe('document');
  expect(config).toMatchObject({
    workspace: join(folder, 'projects'),
    logFile: join(folder, 'logs', 'shell_adapter.log'),
    origins: { isAny: true, listed: [] },
    adapter: { cpu_percent_limit: 50, memory_mb_limit: 50, disk_mb_limit: 1024, confirmation: { mode: 'risky' } },
  });
  expect(warnings).toEqual([
    expect.stringMatching(/cpu_percent_limit 50 .* and memory_mb_limit 50 end almost any real tool/),
  ]);
});

test('an empty file has the document’s defaults, and sections without keys are as good as absent', async () => {
  const defaults = { adapter: { max_output_size: 500 }, logging: { backup_count: 3 }, socketio: { port: 8087 } };
  for (const text of ['', '# nothing', 'adapter:\nsocketio:\nlogging:\n']) {
    expect(await read(() => text)).toMatchObject({ config: defaults, problems: [], preset: 'document' });
  }
});

test.each([
  ['document', { cpu_percent_limit: 50, memory_mb_limit: 50, disk_mb_limit: 1024, command_max_lifetime: 60 }],
  ['document', { resource_check_interval: 10, session_max_lifetime: 5 }],
  ['desktop', { memory_mb_limit: 4096, disk_mb_limit: 10_240, max_processes: 1000, resource_check_interval: 5 }],
])('the preset %s has its limits', async (preset, adapter) => {
  expect((await read(() => `adapter: { preset: ${preset} }`)).config).toMatchObject({ adapter });
});

test('every problem is told at once, each by its key and line, those of sums and paths with those of values', async () => {
  const lines = [
    'adapter:',
    '  workspace_directory: /nowhere/at/all',
    '  max_sessions: many',
    '  begin_output_size: 400',
    '  cpu_percent_limit: 0',
    '  confirmation: { mode: sometimes }',
    'socketio:',
    '  port: 99999',
    '  host: 0.0.0.0',
    '  cors_allowed_origins: [nonsense]',
  ];
  expect((await pathsOf(lines)).sort()).toEqual([
    'adapter.begin_output_size:4',
    'adapter.confirmation.mode:6',
    'adapter.cpu_percent_limit:5',
    'adapter.end_output_size:1',
    'adapter.max_sessions:3',
    'adapter.workspace_directory:2',
    'socketio.auth_token:7',
    'socketio.cors_allowed_origins:10',
    'socketio.port:8',
  ]);
});

test('the mode of confirmation is "risky" unless the file names another that is known', async () => {
  const modeOf = async (text: string) => {
    const { config, problems } = await read(() => `adapter: { preset: desktop, confirmation: ${text} }`);
    return config?.adapter.confirmation.mode ?? problems.map(({ message }) => message);
  };
  expect(await modeOf('{}')).toBe('risky');
  expect(await modeOf('{ mode: workspace }')).toBe('workspace');
  expect(await modeOf('{ mode: off }')).toBe('off');
  expect(await modeOf('{ mode: Workspace }')).toEqual(['must be "off", "workspace", "risky" or "all"']);
});

test('sizes that do not fit name both keys', async () => {
  const { problems } = await read(() => 'adapter: { begin_output_size: 300, end_output_size: 201 }');
  expect(problems.map(({ path }) => path)).toEqual(['adapter.begin_output_size', 'adapter.end_output_size']);
  expect(problems[0]?.message).toBe(
    'begin_output_size (300) and end_output_size (201) together are more than max_output_size (500)',
  );
});

test('a key or a value that nobody knows is refused with its line and what is allowed', async () => {
  const { config, problems } = await read(
    () =>
      'adapter:\n  preset: desktop\n  speed: 9\n  confirmation: { modes: all }\nother:\nlogging:\n  logging_level: chatty\n',
  );
  expect(config).toBeUndefined();
  expect(problems).toEqual([
    { path: 'logging.logging_level', line: 7, message: 'must be DEBUG, INFO, WARNING, ERROR or CRITICAL' },
    {
      path: 'adapter.speed',
      line: 3,
      message: expect.stringMatching(/is not a key .* allowed: preset, .*confirmation$/),
    },
    { path: 'adapter.confirmation.modes', line: 4, message: expect.stringMatching(/allowed: mode, approver, timeout/) },
    { path: 'other', line: 5, message: expect.stringMatching(/allowed: adapter, logging, socketio$/) },
  ]);
});

test('a limit that is null is none, and single keys win over the preset', async () => {
  const { config, preset } = await read(
    () => 'adapter: { preset: desktop, memory_mb_limit: null, max_output_size: 90000 }',
  );
  expect(config?.adapter).toMatchObject({ memory_mb_limit: null, max_output_size: 90_000, cpu_percent_limit: 400 });
  expect(preset).toBe('file');
});

test('a mode of off is understood though YAML may take it for false, and ~ is the home', async () => {
  const { config, folder } = await read(
    () => 'adapter: { confirmation: { mode: false }, workspace_directory: ~/projects/ }',
  );
  expect(config).toMatchObject({ workspace: join(folder, 'projects'), adapter: { confirmation: { mode: 'off' } } });
});

test.each([
  ['an open bracket', 'adapter: ['],
  ['a list', '- 1'],
  ['text', 'just text'],
  ['NUL', '\u0000'],
  ['a depth', '['.repeat(5000)],
])('what is no map of keys is a problem, never an exception: %s', async (_, text) => {
  const { config, problems } = await read(() => text);
  expect(config === undefined ? problems.length : 0).toBeGreaterThan(0);
});

test('a host beyond this machine needs a token; a short one is refused; the text that is shown has none', async () => {
  expect(await pathsOf(['socketio: { host: 192.168.0.7 }'])).toEqual(['socketio.auth_token:1']);
  expect(await pathsOf(['socketio: { host: 192.168.0.7 }'], true)).toEqual([]);
  expect(await pathsOf(['socketio: { host: 192.168.0.7, auth_token: abcdefgh }'])).toEqual([]);
  expect(await pathsOf(['socketio: { auth_token: short }'])).toEqual(['socketio.auth_token:1']);
  for (const text of [
    'socketio:\n  auth_token: abcdefgh # mine\n',
    'socketio: { auth_token: "abcdefgh" }',
    'x: [\nauth_token: abcdefgh',
  ]) {
    expect(shownText(text)).not.toContain('abcdefgh');
  }
});
