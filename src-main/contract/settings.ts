import { z } from 'zod';
import { procedure, stream } from './procedure.ts';

const seconds = (fallback: number, max: number) => z.number().min(1).max(max).default(fallback);

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
  model: z
    .strictObject({
      provider: z.enum(['none', 'demo', 'openai']).default('none').describe('Which model answers'),
      base_url: z
        .url({ protocol: /^https?$/ })
        .default('https://api.openai.com/v1')
        .describe('Address of an OpenAI-compatible server'),
      name: z.string().default('').describe('The model to ask for'),
      key: z.string().optional().describe('API key; never sent to a server other than key_origin'),
      key_origin: z.string().optional().describe('The server the key was entered for'),
      top_p: z.number().min(0).max(1).default(0.25).describe('Nucleus sampling'),
      stall_seconds: seconds(120, 3600).describe('A reply without an event for this long is given up'),
      extra_ca_file: z.string().optional().describe('PEM file of further certificate authorities to trust'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      command_seconds: seconds(120, 86_400).describe('Longest a command of the model may run'),
      command_output_bytes: z
        .int()
        .min(1000)
        .max(1_000_000_000)
        .default(50_000_000)
        .describe('Most output of one command'),
      rounds: z.int().min(1).max(1000).default(25).describe('Replies in one turn before it asks whether to go on'),
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
  /** Without `model.key`, which stays on the host. */
  settings: Settings,
  hasKey: z.boolean(),
  file: z.string(),
  /** The file's text with the key blanked. */
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
  /** Replaces the file's text; fails with INVALID_INPUT and every problem. A blanked key keeps its value. */
  saveYaml: procedure.input(z.object({ yaml: z.string().max(1_000_000) })).output(z.void()),
  /** Keeps the broken file under another name and starts from the defaults. */
  replaceBroken: procedure.output(z.object({ kept: z.string() })),
};
