import { z } from 'zod';
import { Settings } from '../../ui/schemas.ts';

/** One setting as the form shows it, made from the schema. */
export interface SettingField {
  /** Dotted, as the host takes it: `appearance.theme`. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'choice' | 'switch' | 'number' | 'integer' | 'text' | 'list';
  readonly choices: readonly string[];
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** An empty field is a value of its own: no limit. */
  readonly isNullable: boolean;
  /** Default of the setting; `undefined` if there is none: the setting may be left out. */
  readonly fallback: unknown;
}

export interface SettingGroup {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly SettingField[];
}

/** Titles for keys whose name in the file says too little. */
export const TITLES: Readonly<Record<string, string>> = {
  'appearance.screen_reader_mode': 'Screen reader mode',
  'app.background': 'Closing the last window',
  'model.demo': 'Demo',
  'chat.stall_seconds': 'Reply timeout',
  'chat.extra_ca_file': 'Extra certificate authorities',
  'guard.arguments': 'Repair arguments',
  'guard.filters': 'Keep the output before filters',
  'guard.slow_seconds': 'Slow command (seconds)',
  'approvals.mode': 'Permission mode',
  'approvals.read_only_commands': 'Run read-only commands without asking',
  'approvals.flag_removed_lines': 'Flag removed lines',
  'box.package_caches': 'Caches of package managers',
  'console.shell': 'Lines with shell syntax',
  'console.history_lines': 'History lines',
  'keychain.store': 'Where keys are stored',
  'providers.ready_seconds': 'Start timeout',
  'providers.call_seconds': 'Call timeout',
  'workspaces.python': 'Workspace tools: Python',
  'workspaces.call_seconds': 'Workspace tools: call timeout',
  'workspaces.import_seconds': 'Workspace tools: load timeout',
  'workspaces.answer_kb': 'Workspace tools: longest answer (kilobytes)',
  'workspaces.memory_mb': 'Workspace tools: memory limit',
  'workspaces.processes': 'Workspace tools: process limit',
  'workspaces.cpu_percent': 'Workspace tools: CPU limit',
  'workspaces.disk_mb': 'Workspace tools: disk limit',
  'limits.command_seconds': 'Command timeout',
  'limits.check_seconds': 'CPU averaging time',
  'limits.rounds': 'Replies per turn',
  'retention.sweep_after_days': 'Clean up automatically after (days)',
  'record.watch': 'Whose file changes are recorded',
  'record.keep_percent': 'Disk space for undo (percent)',
  'terminal.max_open': 'Maximum open terminals',
  'notifications.approvals': 'Notify about questions',
  'log.level': 'Log level',
  'prompts.store': 'Where prompts are kept',
  'prompts.redis.addr': 'Address of Redis',
  'prompts.redis.db': 'Database in Redis',
  'prompts.refresh_seconds': 'Re-read the store every (seconds)',
  'prompts.render.undefined': 'Undefined variables',
  'prompts.render.timeout_ms': 'Rendering timeout',
  'prompts.tools.base_url': 'Base address of tools',
  'prompts.rest.port': 'Port of the REST API',
  'prompts.llm.system_prompt': 'System prompt for the chat endpoint',
  'prompts.publish.chat': 'Conversations as variables',
  'prompts.publish.completion': 'Replies of models as variables',
  'prompts.publish.model': 'Models as variables',
  'prompts.publish.modules': 'Parts of the app as variables',
  'prompts.publish.codebase': 'Workspace as variables',
  'prompts.publish.to_redis': 'Variables of the app in Redis',
};

/** Titles of sections whose key does not say enough. */
const SECTION_TITLES: Readonly<Record<string, string>> = { retention: 'Storage' };

/** Lists of names that are written in one field, with commas between them. */
const LISTS: ReadonlySet<string> = new Set(['record.unwatched_folders', 'box.package_caches']);

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** Alternatives of a nullable schema: the value, and null. */
  readonly anyOf?: readonly JsonSchema[];
}

/** Every section of the settings with its plain values; maps, such as the keys, have editors of their own. */
export function settingGroups(): readonly SettingGroup[] {
  const schema = z.toJSONSchema(Settings, { io: 'input' }) as JsonSchema;
  return Object.entries(schema.properties ?? {}).flatMap(([id, section]) =>
    section.properties === undefined
      ? []
      : [
          {
            id,
            title: SECTION_TITLES[id] ?? settingTitle(id),
            fields: sectionFields(id, section, []),
          },
        ],
  );
}

/** A section in a section gives its fields its own name: `adapter.limits.idle` would be “Limits idle”. */
function sectionFields(id: string, section: JsonSchema, within: readonly string[]): SettingField[] {
  return Object.entries(section.properties ?? {}).flatMap(([name, one]) =>
    one.properties === undefined
      ? fieldOf([id, ...within, name].join('.'), [...within, name].join('_'), one)
      : sectionFields(id, one, [...within, name]),
  );
}

function fieldOf(key: string, name: string, schema: JsonSchema): SettingField[] {
  const value = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const kind = LISTS.has(key) ? 'list' : controlKind(value);
  if (kind === undefined) return [];
  return [
    {
      key,
      title: TITLES[key] ?? settingTitle(name),
      description: schema.description ?? '',
      kind,
      choices: value.enum ?? [],
      minimum: value.minimum,
      maximum: value.maximum,
      isNullable: value !== schema,
      fallback: schema.default,
    },
  ];
}

function controlKind({ type, enum: choices }: JsonSchema): SettingField['kind'] | undefined {
  if (choices !== undefined) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return type;
  return type === 'string' ? 'text' : undefined;
}

function settingTitle(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\b(ca|cpu|mb|url)\b/g, (acronym) => acronym.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Finds the problem of a value; `undefined` if there is none. */
export function problemWith(field: SettingField, value: unknown): string | undefined {
  const outcome = Settings.safeParse(field.key.split('.').reduceRight((inner, name) => ({ [name]: inner }), value));
  const issue = outcome.success ? undefined : outcome.error.issues[0];
  return issue && issueWords(issue, field);
}

const NUMBERS = { number: 'A number', integer: 'A whole number' } as const;

/** Says what a number must be, and what is wrong with other values in the schema's words. */
function issueWords(issue: z.core.$ZodIssue, { kind, minimum, maximum }: SettingField): string {
  const isNumber = kind === 'number' || kind === 'integer';
  if (issue.code === 'too_small' && kind === 'text') return 'It must not be empty.';
  if (!isNumber || !['invalid_type', 'too_small', 'too_big'].includes(issue.code)) return issue.message;
  if (issue.code === 'too_small' && issue.inclusive === false) return `${NUMBERS[kind]} above ${issue.minimum}.`;
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (minimum === undefined && issue.code !== 'too_big') return `${NUMBERS[kind]}, such as 12.`;
  return `${NUMBERS[kind]}${boundsWords(minimum, most)}.`;
}

/** Describes the bounds of a number; one that lies above its least alone has no minimum. */
function boundsWords(minimum: number | undefined, maximum: number | undefined): string {
  const words = (value: number) => value.toLocaleString('en');
  if (minimum === undefined) return maximum === undefined ? ', such as 12' : ` up to ${words(maximum)}`;
  return maximum === undefined ? `, ${words(minimum)} or more` : ` from ${words(minimum)} to ${words(maximum)}`;
}

/** The value a setting has, by its dotted key. */
export function settingValue(settings: Settings, key: string): unknown {
  return key.split('.').reduce<unknown>((section, name) => {
    if (typeof section !== 'object' || section === null) return undefined;
    return Object.entries(section).find(([id]) => id === name)?.[1];
  }, settings);
}
