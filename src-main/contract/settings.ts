import { z } from 'zod';
import { procedure, stream } from './procedure.ts';
import { PromptSettings } from './prompt-settings.ts';
import { PermissionMode } from './rules.ts';

const seconds = (fallback: number, max: number) => z.number().min(1).max(max).default(fallback);

/** US dollars for a million tokens. */
export const Price = z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() });
export type Price = z.infer<typeof Price>;

/** Folders that hold what can be installed or built again. */
const UNWATCHED_FOLDERS = ['node_modules', '.venv', 'venv', '__pycache__', 'target', '.cache'] as const;

/** Where package managers keep what they have loaded. */
const PACKAGE_CACHES = [
  '~/.npm',
  '~/.local/share/pnpm/store',
  '~/.cache/yarn',
  '~/.cache/node/corepack',
  '~/.bun/install/cache',
  '~/.cache/pip',
  '~/.cache/uv',
  '~/.cache/go-build',
  '~/go/pkg/mod',
  '~/.cargo/registry',
  '~/.cargo/git',
  '~/.gradle/caches',
  '~/.m2/repository',
] as const;

/** The person's settings: one YAML file, every key with its type, bounds and default. */
export const Settings = z.strictObject({
  appearance: z
    .strictObject({
      theme: z.enum(['system', 'light', 'dark', 'contrast']).default('system').describe('Colours of the app'),
      terminal_theme: z.enum(['match', 'light', 'dark']).default('match').describe('Colours of terminals'),
      font_size: z.int().min(8).max(32).default(13).describe('Size of terminal and code text, in pixels'),
      screen_reader_mode: z.boolean().default(false).describe('Terminals announce their output to screen readers'),
    })
    .prefault({}),
  /** Who answers is in the profiles. */
  model: z
    .strictObject({ demo: z.boolean().default(false).describe('The scripted demo answers instead of a profile') })
    .prefault({}),
  chat: z
    .strictObject({
      top_p: z.number().min(0).max(1).default(0.25).describe('Nucleus sampling'),
      stall_seconds: seconds(120, 3600).describe('A reply without an event for this long is given up'),
      extra_ca_file: z.string().optional().describe('PEM file of further certificate authorities to trust'),
      prices: z
        .record(z.string(), Price)
        .default({})
        .describe('US dollars for a million tokens, by model; a name may end in *'),
      spending_cap: z
        .number()
        .positive()
        .optional()
        .describe('US dollars one session may cost before it asks whether to go on'),
    })
    .prefault({}),
  guard: z
    .strictObject({
      arguments: z.boolean().default(true).describe('Mend arguments that models spell in other ways'),
      disabled_rules: z.array(z.string()).default([]).describe('Repairs that are not made, by rule'),
      filters: z
        .boolean()
        .default(true)
        .describe('Commands that end in filters such as head run whole, and the filters on all of their output'),
      slow_seconds: seconds(10, 3600).describe('A command that takes this long is not filtered but offered to be'),
    })
    .prefault({}),
  approvals: z
    .strictObject({
      mode: PermissionMode.default('ask').describe('What new sessions may do without asking'),
      read_only_commands: z
        .boolean()
        .default(true)
        .describe('Commands that are proven to only read run without asking, in a sandbox, where one works'),
      flag_removed_lines: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(50)
        .describe('A change that removes more lines than this is flagged'),
    })
    .prefault({}),
  box: z
    .strictObject({
      package_caches: z
        .array(z.string().regex(/^(~\/|\/)/, 'Begin with / or ~/'))
        .max(100)
        .default([...PACKAGE_CACHES])
        .describe(
          'Commands in the box find what is in these folders. What they write there is kept apart, and is gone when Sigma Shell starts anew. Linux only',
        ),
    })
    .prefault({}),
  console: z
    .strictObject({
      shell: z
        .enum(['auto', 'builtin'])
        .default('auto')
        .describe('Typed lines beyond the grammar go to your login shell, or are refused'),
      history_lines: z.int().min(0).max(1_000_000).default(10_000).describe('Typed lines that are remembered'),
    })
    .prefault({}),
  providers: z
    .strictObject({
      ready_seconds: seconds(10, 600).describe('Longest a provider may take until it is ready'),
      call_seconds: seconds(15, 3600).describe('Longest one call of a provider may take'),
      max_tools: z.int().min(1).max(100_000).default(512).describe('Most tools of one provider'),
    })
    .prefault({}),
  prompts: PromptSettings,
  keychain: z
    .strictObject({
      store: z
        .enum(['system', 'file', 'session'])
        .optional()
        .describe('Where keys are kept; the system’s keychain where there is one'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      command_seconds: seconds(120, 86_400).describe('Longest a command of the model may run, in seconds'),
      command_output_bytes: z
        .int()
        .min(1000)
        .max(1_000_000_000)
        .default(50_000_000)
        .describe('Most output of one command, in bytes'),
      command_cpu_percent: z
        .number()
        .positive()
        .max(100_000)
        .nullable()
        .default(null)
        .describe('Most CPU a command may use over some seconds, in percent of one core: 200 is two cores'),
      command_memory_mb: z
        .number()
        .positive()
        .nullable()
        .default(4096)
        .describe('Most memory a command and its children may hold, in MB of 1,048,576 bytes'),
      command_disk_mb: z
        .number()
        .positive()
        .nullable()
        .default(10_240)
        .describe(
          'Most that the workspace and the private /tmp may grow while a command runs, in MB of 1,048,576 bytes',
        ),
      command_processes: z
        .int()
        .min(1)
        .nullable()
        .default(1000)
        .describe('Most processes a command may have at one moment'),
      check_seconds: z
        .number()
        .min(0.5)
        .max(60)
        .default(5)
        .describe('Time over which the use of CPU is averaged, in seconds'),
      rounds: z.int().min(1).max(1000).default(25).describe('Replies in one turn before it asks whether to go on'),
    })
    .prefault({}),
  record: z
    .strictObject({
      watch: z
        .enum(['all', 'commands', 'none'])
        .default('all')
        .describe(
          'Whose changes of files are recorded, so that they can be undone: all (commands, programs, packages, MCP servers, clients of the Shell Adapter), commands of the model alone, or none',
        ),
      keep_percent: z
        .number()
        .min(0)
        .max(90)
        .default(10)
        .describe('Percent of the free disk space that old content may take; what is beyond it cannot be undone'),
      unwatched_folders: z
        .array(z.string().min(1).max(255))
        .max(200)
        .default([...UNWATCHED_FOLDERS])
        .describe('Names of folders whose files are neither recorded nor undone'),
    })
    .prefault({}),
  terminal: z
    .strictObject({
      shell: z.string().optional().describe('Path of the shell; your login shell otherwise'),
      scrollback: z.int().min(100).max(100_000).default(5000).describe('Lines a terminal keeps'),
      max_open: z.int().min(1).max(200).default(50).describe('Most terminals open at once'),
    })
    .prefault({}),
  notifications: z
    .strictObject({
      approvals: z
        .boolean()
        .default(true)
        .describe('Tell the system when something waits for you and the window is not in front'),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('What the app log records'),
    })
    .prefault({}),
  keys: z
    .record(z.string(), z.string())
    .default({})
    .describe('Keys by action, such as "view.changes": "Ctrl+3"; an empty string takes a key away'),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsProblem = z.object({ path: z.string(), line: z.int().optional(), message: z.string() });
export type SettingsProblem = z.infer<typeof SettingsProblem>;

export const SettingsState = z.object({
  settings: Settings,
  file: z.string(),
  /** The file's text; what is secret in it is blanked. */
  yaml: z.string(),
  /** What is wrong in the file; the defaults are used and nothing is written over it until it is mended or replaced. */
  problems: z.array(SettingsProblem),
  /** The copy that was kept of a broken file when it was replaced. */
  kept: z.string().optional(),
});
export type SettingsState = z.infer<typeof SettingsState>;

export const settingsContract = {
  changed: stream(SettingsState),
  /** `key` is dotted, as in `appearance.theme`; the file's comments stay. Fails with CONFLICT while the file is broken. */
  set: procedure.input(z.object({ key: z.string(), value: z.unknown() })).output(z.void()),
  /** Replaces the file's text; fails with INVALID_INPUT and every problem. */
  saveYaml: procedure.input(z.object({ yaml: z.string().max(1_000_000) })).output(z.void()),
  /** Keeps the broken file under another name and starts from the defaults. */
  replaceBroken: procedure.output(z.object({ kept: z.string() })),
};
