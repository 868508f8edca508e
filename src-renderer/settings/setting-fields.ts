import { z } from 'zod';
import { Settings } from '#contract';

/** One setting as the form shows it, made from the schema. */
export interface SettingField {
  /** Dotted, as the host takes it: `appearance.theme`. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'choice' | 'switch' | 'number' | 'integer' | 'text';
  readonly choices: readonly string[];
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** `undefined` where there is none: the setting may be left out. */
  readonly fallback: unknown;
}

export interface SettingGroup {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly SettingField[];
}

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
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
            title: titleOf(id),
            fields: Object.entries(section.properties).flatMap(([name, one]) => fieldOf(id, name, one)),
          },
        ],
  );
}

function fieldOf(group: string, name: string, schema: JsonSchema): SettingField[] {
  const kind = kindOf(schema);
  if (kind === undefined) return [];
  return [
    {
      key: `${group}.${name}`,
      title: titleOf(name),
      description: schema.description ?? '',
      kind,
      choices: schema.enum ?? [],
      minimum: schema.minimum,
      maximum: schema.maximum,
      fallback: schema.default,
    },
  ];
}

function kindOf({ type, enum: choices }: JsonSchema): SettingField['kind'] | undefined {
  if (choices !== undefined) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return type;
  return type === 'string' ? 'text' : undefined;
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\b(ca|url)\b/g, (acronym) => acronym.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is wrong with a value, in the schema's words; `undefined` when nothing is. */
export function problemWith(key: string, value: unknown): string | undefined {
  const [group = '', name = ''] = key.split('.');
  const outcome = Settings.safeParse({ [group]: { [name]: value } });
  return outcome.success ? undefined : outcome.error.issues[0]?.message;
}

/** The value a setting has, by its dotted key. */
export function settingValue(settings: Settings, key: string): unknown {
  const [group = '', name = ''] = key.split('.');
  const section: unknown = Object.entries(settings).find(([id]) => id === group)?.[1];
  if (typeof section !== 'object' || section === null) return undefined;
  return Object.entries(section).find(([id]) => id === name)?.[1];
}
