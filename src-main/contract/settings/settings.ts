import { Price } from '../price.ts';
import { PermissionMode } from '../rules/rules.ts';
import {
  anything,
  flag,
  integer,
  optionalInteger,
  optionalText,
  seconds,
  text,
  texts,
} from '../schema/plain-schemas.ts';
import { procedure, stream } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { AppSettings } from './app-settings.ts';
import { LimitSettings } from './limit-settings.ts';
import { PromptSettings } from './prompt-settings.ts';
import { RetentionSettings } from './retention-settings.ts';
import { WorkspaceSettings } from './workspace-settings.ts';

/** Folders that hold what can be installed or built again. */
const UNWATCHED_FOLDERS = ['node_modules', '.venv', 'venv', '__pycache__', 'target', '.cache'] as const;

/** Caches of package managers. */
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
      font_size: integer.min(8).max(32).default(13).describe('Size of terminal and code text, in pixels'),
      screen_reader_mode: flag.default(false).describe('Announce terminal output to screen readers'),
    })
    .prefault({}),
  app: AppSettings,
  /** Settings of the demo; the models themselves are configured as profiles. */
  model: z
    .strictObject({ demo: flag.default(false).describe('Let the scripted demo answer instead of a profile') })
    .prefault({}),
  chat: z
    .strictObject({
      top_p: z
        .number()
        .min(0)
        .max(1)
        .default(0.25)
        .describe('Nucleus sampling (top_p): lower values make replies more predictable'),
      stall_seconds: seconds(120, 3600).describe('Stop waiting for a reply after this many seconds of silence'),
      extra_ca_file: optionalText.describe('PEM file with more certificate authorities to trust'),
      prices: z
        .record(text, Price)
        .default({})
        .describe('US dollars per million tokens, by model; a name may end in *'),
      spending_cap: z
        .number()
        .positive()
        .optional()
        .describe('Ask before a session costs more than this many US dollars'),
    })
    .prefault({}),
  guard: z
    .strictObject({
      arguments: flag.default(true).describe('Repair arguments that models spell differently'),
      disabled_rules: texts.default([]).describe('Repairs that are switched off, by rule'),
      filters: z
        .boolean()
        .default(true)
        .describe('Run a command without filters at its end, such as head, keep its whole output, and filter that'),
      slow_seconds: seconds(10, 3600).describe(
        'Offer to filter the output, instead of filtering it, when a command takes longer than this many seconds',
      ),
    })
    .prefault({}),
  approvals: z
    .strictObject({
      mode: PermissionMode.default('ask').describe('What new sessions may do without asking'),
      read_only_commands: z
        .boolean()
        .default(true)
        .describe('Run commands that provably only read without asking, in a sandbox, where one works'),
      flag_removed_lines: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(50)
        .describe('Flag a change that removes more lines than this'),
    })
    .prefault({}),
  box: z
    .strictObject({
      package_caches: z
        .array(text.regex(/^(~\/|\/)/, 'Begin with / or ~/'))
        .max(100)
        .default([...PACKAGE_CACHES])
        .describe(
          'Commands in the box can read these folders. What they write there is kept separate and removed at the next start. Linux only',
        ),
    })
    .prefault({}),
  console: z
    .strictObject({
      shell: z
        .enum(['auto', 'builtin'])
        .default('auto')
        .describe('What happens to typed lines with >, &&, * and the like'),
      history_lines: integer.min(0).max(1_000_000).default(10_000).describe('Number of typed lines to remember'),
    })
    .prefault({}),
  providers: z
    .strictObject({
      ready_seconds: seconds(10, 600).describe('Seconds a provider may take to start'),
      call_seconds: seconds(15, 3600).describe(
        'Seconds one call to a provider may take; for providers that are attached from now on, each keeps its own number',
      ),
      max_tools: integer.min(1).max(100_000).default(512).describe('Most tools a provider may offer'),
    })
    .prefault({}),
  workspaces: WorkspaceSettings,
  prompts: PromptSettings,
  keychain: z
    .strictObject({
      store: z
        .enum(['system', 'file', 'session'])
        .optional()
        .describe('Where keys are stored; the system keychain unless you choose otherwise'),
    })
    .prefault({}),
  limits: LimitSettings,
  record: z
    .strictObject({
      watch: z
        .enum(['all', 'commands', 'none'])
        .default('all')
        .describe(
          'Whose file changes are recorded so that they can be undone. Everything: commands, programs, packages, MCP servers and clients of the Shell Adapter',
        ),
      keep_percent: z
        .number()
        .min(0)
        .max(90)
        .default(10)
        .describe('Percent of the free disk space for old file contents; changes beyond it cannot be undone'),
      unwatched_folders: z
        .array(text.min(1).max(255))
        .max(200)
        .default([...UNWATCHED_FOLDERS])
        .describe('Names of folders whose files are not recorded and cannot be undone'),
    })
    .prefault({}),
  retention: RetentionSettings,
  terminal: z
    .strictObject({
      shell: optionalText.describe('Path of the shell; your login shell if empty'),
      scrollback: integer.min(100).max(100_000).default(5000).describe('Lines a terminal keeps'),
      max_open: integer.min(1).max(200).default(50).describe('Most terminals open at once'),
    })
    .prefault({}),
  notifications: z
    .strictObject({
      approvals: z
        .boolean()
        .default(true)
        .describe('Show a system notification when something waits for you and the window is not in front'),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z
        .enum(['debug', 'info', 'warn', 'error'])
        .default('info')
        .describe('Lowest level that the app log records'),
    })
    .prefault({}),
  keys: z
    .record(text, text)
    .default({})
    .describe('Keys by action, such as "view.changes": "Ctrl+3"; an empty string removes a key'),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsProblem = z.object({ path: text, line: optionalInteger, message: text });
export type SettingsProblem = z.infer<typeof SettingsProblem>;

export const SettingsState = z.object({
  settings: Settings,
  file: text,
  /** The file's text; what is secret in it is blanked. */
  yaml: text,
  /** Problems of the file; the defaults are used, and it is not overwritten until it is fixed or replaced. */
  problems: z.array(SettingsProblem),
  /** The copy that was kept of a broken file when it was replaced. */
  kept: optionalText,
});
export type SettingsState = z.infer<typeof SettingsState>;

export const settingsContract = {
  changed: stream(SettingsState),
  /** `key` is dotted, as in `appearance.theme`; the file's comments stay. Fails with CONFLICT while the file is broken. */
  set: procedure.input(z.object({ key: text, value: anything })).output(z.void()),
  /** Replaces the file's text; fails with INVALID_INPUT and every problem. */
  saveYaml: procedure.input(z.object({ yaml: text.max(1_000_000) })).output(z.void()),
  /** Keeps the broken file under another name and starts from the defaults. */
  replaceBroken: procedure.output(z.object({ kept: text })),
};
