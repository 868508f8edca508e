import type { MissedPolicy, RunBudget, UnattendedQuestions } from '#contract';
import { isPlainObject } from '#contract/plain-object';

/** Settings of a task from its file; absent ones are not in it. */
export interface TaskSettings {
  readonly name?: string;
  readonly description?: string;
  readonly cron?: string;
  /** Name of the tz database; not looked up here. */
  readonly timezone?: string;
  readonly conversation: 'own' | 'main';
  readonly budget: RunBudget;
  readonly approvals: UnattendedQuestions;
  readonly missed?: MissedPolicy;
  readonly profile?: string;
  /** Each run works in a copy of the workspace. */
  readonly inBranch?: true;
}

/** Problem of a value, or an unknown key. */
export interface SettingProblem {
  /** Names of keys, the outer one first. */
  readonly key: readonly string[];
  readonly message: string;
  /** Its task cannot run: what the person meant is not known. */
  readonly isFatal: boolean;
}

type Meta = Readonly<Record<string, unknown>>;

/** Questions of a run wait for a person unless the file says otherwise: nothing is done unasked, and nothing is given up. */
const DEFAULT_APPROVALS = 'wait';
const CONVERSATIONS = ['own', 'main'] as const;
const APPROVALS = ['read-only', 'refuse', 'wait'] as const;
const POLICIES = ['skip', 'once', 'all'] as const;
const KEYS = [
  'name',
  'description',
  'cron',
  'timezone',
  'conversation',
  'branch',
  'budget',
  'approvals',
  'missed',
  'profile',
];

/** Reads how a task runs, and everything that is wrong with it. */
export function taskSettings(meta: Meta): { readonly settings: TaskSettings; readonly problems: SettingProblem[] } {
  const reader = new SettingsReader(meta);
  reader.tellUnknown([], meta, KEYS);
  const settings = {
    ...reader.text('name', false),
    ...reader.text('description', false),
    ...reader.text('cron', true),
    ...reader.text('timezone', true),
    ...reader.text('profile', true),
    conversation: reader.choice('conversation', CONVERSATIONS) ?? 'own',
    ...reader.branch(),
    approvals: reader.choice('approvals', APPROVALS) ?? DEFAULT_APPROVALS,
    budget: reader.budget(),
    ...optional('missed', reader.choice('missed', POLICIES)),
  } satisfies TaskSettings;
  return { settings, problems: reader.problems };
}

class SettingsReader {
  readonly problems: SettingProblem[] = [];
  readonly #meta: Meta;

  constructor(meta: Meta) {
    this.#meta = meta;
  }

  text<K extends string>(key: K, isFatal: boolean): { readonly [T in K]?: string } {
    const value = this.#meta[key];
    if (isAbsent(value)) return {};
    if (typeof value === 'string' && value.trim() !== '') return { [key]: value.trim() } as { [T in K]?: string };
    this.#tell([key], `${key} is ${valueText(value)}; it takes a text, in quotes`, isFatal);
    return {};
  }

  choice<T extends string>(key: string, choices: readonly T[]): T | undefined {
    const value = this.#meta[key];
    if (isAbsent(value)) return undefined;
    const found = choices.find((choice) => choice === value);
    if (!found) this.#tell([key], `${key} is ${valueText(value)}; it takes ${choices.join(', ')}`);
    return found;
  }

  branch(): { readonly inBranch?: true } {
    const { branch, conversation } = this.#meta;
    if (isAbsent(branch) || branch === false) return {};
    if (branch !== true) this.#tell(['branch'], `branch is ${valueText(branch)}; it takes true or false`);
    else if (conversation !== 'main') return { inBranch: true };
    else this.#tell(['branch'], 'branch takes a conversation of its own; leave conversation out, or say own');
    return {};
  }

  budget(): RunBudget {
    const value = this.#meta.budget;
    if (isAbsent(value)) return {};
    if (!isPlainObject(value)) {
      this.#tell(['budget'], 'budget is no list of keys and values; it takes time, tokens and cost');
      return {};
    }
    this.tellUnknown(['budget'], value, ['seconds', 'time', 'tokens', 'cost']);
    return {
      ...optional('seconds', this.#seconds(value)),
      ...optional('tokens', this.#amount(value, 'tokens', 'a whole number of tokens above 0', Number.isSafeInteger)),
      ...optional('cost', this.#amount(value, 'cost', 'US dollars above 0, such as 0.5', Number.isFinite)),
    };
  }

  tellUnknown(of: readonly string[], found: Meta, known: readonly string[]): void {
    for (const key of Object.keys(found).filter((one) => !known.includes(one))) {
      const message = `${[...of, key].join('.')} is not known, so it says nothing; there are ${known.join(', ')}`;
      this.problems.push({ key: [...of, key], message, isFatal: false });
    }
  }

  #seconds(budget: Meta): number | undefined {
    const { seconds, time } = budget;
    if (!isAbsent(seconds) && !isAbsent(time)) {
      this.#tell(['budget', 'time'], 'budget has both seconds and time; one of them is enough');
      return undefined;
    }
    if (isAbsent(time)) return this.#amount(budget, 'seconds', 'seconds above 0', Number.isFinite);
    const read = typeof time === 'number' ? time : secondsIn(time);
    if (read !== undefined && Number.isFinite(read) && read > 0) return read;
    this.#tell(
      ['budget', 'time'],
      `budget.time is ${valueText(time)}; it takes seconds, or a time such as 90s, 10m or 1h30m`,
    );
    return undefined;
  }

  #amount(budget: Meta, key: string, takes: string, isOne: (value: number) => boolean): number | undefined {
    const value = budget[key];
    if (isAbsent(value)) return undefined;
    if (typeof value === 'number' && value > 0 && isOne(value)) return value;
    this.#tell(['budget', key], `budget.${key} is ${valueText(value)}; it takes ${takes}`);
    return undefined;
  }

  #tell(key: readonly string[], message: string, isFatal = true): void {
    this.problems.push({ key, message, isFatal });
  }
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

function optional<K extends string, T>(key: K, value: T | undefined): { readonly [N in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [N in K]?: T });
}

/** Seconds of a time such as 90s, 10m or 1h30m. */
function secondsIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 50) return undefined;
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(value.replaceAll(' ', '')) ?? [];
  const parts = [hours, minutes, seconds];
  if (parts.every((part) => part === undefined)) return undefined;
  return parts.reduce((sum, part = '0') => sum * 60 + Number(part), 0);
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
