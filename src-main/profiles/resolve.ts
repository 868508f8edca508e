import type { ProfilePreset, ProfileProtocol } from '#contract';
import { hiddenCharactersIn } from '#contract/hidden-characters';
import { NO_KEY } from '#contract/profile-presets';
import type { YamlProblem } from '#core/parsing/yaml-text';
import type { ProfileText, RawProfile } from './files/config-file.ts';
import { isOddKey, ODD_KEY } from './keys/odd-key.ts';
import { DEFAULTS, MIN_CONTEXT, PRESETS, type PresetValues } from './presets.ts';
import type { ResolvedProfile } from './profile.ts';
import { isUnixAddress, serverOrigin, socketProblem } from './server-address.ts';

const MAX_NAME = 64;

/** Fills in preset and defaults, and says what is wrong by key and line. Never fails: a wrong value is left at its default. */
export function resolveProfile(raw: RawProfile): ResolvedProfile {
  const { name, text, scope, path } = raw;
  const preset = text.preset === undefined ? undefined : PRESETS.get(text.preset);
  const wrong = [profileNameProblem(name), ...valueProblems(text, preset)].filter((one) => one !== undefined);
  const problems = [...raw.problems, ...wrong.map(([key, message]) => locate(raw, key, message))];
  const isWrong = (key: keyof ProfileText) => wrong.some(([wrongKey]) => wrongKey === key);
  const value = <Key extends keyof ProfileText>(key: Key) => (isWrong(key) ? undefined : text[key]);
  const baseUrl = value('baseurl') ?? preset?.baseurl ?? DEFAULTS.baseurl;
  const first = problems[0];
  return {
    id: `${path}\n${name}`,
    name,
    baseUrl,
    origin: serverOrigin(baseUrl),
    model: value('model') ?? preset?.model ?? DEFAULTS.model,
    prompt: text.prompt?.trim() ? text.prompt : undefined,
    concurrency: value('concurrency') ?? preset?.concurrency ?? DEFAULTS.concurrency,
    ...((protocolOf(value('protocol')) ?? preset?.protocol) === 'anthropic' && { protocol: 'anthropic' }),
    ...statedContext(value('context'), preset),
    ...(text.images !== undefined && { images: text.images }),
    // Whoever may open a socket may use it.
    key: text.key?.trim() || preset?.key || (isUnixAddress(baseUrl) ? NO_KEY : undefined),
    preset: preset === undefined ? undefined : (text.preset as ProfilePreset),
    file: scope,
    path,
    text,
    problems,
    ...(first === undefined ? {} : { problem: problemSentence(raw, first) }),
  };
}

function protocolOf(text: string | undefined): ProfileProtocol | undefined {
  return text === 'openai' || text === 'anthropic' ? text : undefined;
}

function statedContext(
  written: number | undefined,
  preset: PresetValues | undefined,
): Pick<ResolvedProfile, 'context' | 'contextFrom'> {
  if (written !== undefined) return { context: written, contextFrom: 'file' };
  if (preset?.context !== undefined) return { context: preset.context, contextFrom: 'preset' };
  return { context: DEFAULTS.context, contextFrom: 'default' };
}

/** Describes a problem of a profile in one self-contained line: file, line, profile and key. */
function problemSentence({ name, path }: RawProfile, { path: place, line, message }: YamlProblem): string {
  const key = place.slice(`profiles.${name}`.length + 1);
  return `${path}${line === undefined ? '' : `:${line}`}: profile ${name}${key === '' ? '' : `, ${key}`}: ${message}`;
}

type FieldProblem = readonly [key: keyof ProfileText | undefined, message: string];

function locate({ name, lineOf }: RawProfile, key: keyof ProfileText | undefined, message: string): YamlProblem {
  return { path: ['profiles', name, key ?? []].flat().join('.'), ...lineOf(key), message };
}

/** A colon would make it the account of something else in the keychain. */
function profileNameProblem(name: string): FieldProblem | undefined {
  if (name === '' || name.length > MAX_NAME) return [undefined, `A name has 1 to ${MAX_NAME} characters`];
  // Tabs and line breaks are ordinary in texts, and no part of a name.
  const isOdd = name !== name.trim() || /[:\t\n]/.test(name) || !hiddenCharactersIn(name).next().done;
  return isOdd ? [undefined, 'A name has no colon, no space at its ends and nothing invisible in it'] : undefined;
}

function valueProblems(text: ProfileText, preset: PresetValues | undefined): (FieldProblem | undefined)[] {
  const known = nameList([...PRESETS.keys()]);
  return [
    text.preset !== undefined && preset === undefined
      ? ['preset', `Preset not found: ${JSON.stringify(text.preset)}; known are ${known}`]
      : undefined,
    text.protocol !== undefined && protocolOf(text.protocol) === undefined
      ? ['protocol', `Not a protocol: ${JSON.stringify(text.protocol)}; known are openai and anthropic`]
      : undefined,
    text.baseurl === undefined ? undefined : urlProblem(text.baseurl),
    modelProblem(text, preset),
    (text.concurrency ?? 1) < 1 ? ['concurrency', `At least 1, not ${text.concurrency}`] : undefined,
    (text.context ?? MIN_CONTEXT) < MIN_CONTEXT
      ? ['context', `At least ${MIN_CONTEXT} tokens, not ${text.context}`]
      : undefined,
    text.key !== undefined && isOddKey(text.key) ? ['key', ODD_KEY] : undefined,
  ];
}

function nameList(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function urlProblem(text: string): FieldProblem | undefined {
  if (isUnixAddress(text)) {
    const problem = socketProblem(text);
    return problem === undefined ? undefined : ['baseurl', problem];
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return ['baseurl', 'Not an http or https address, such as https://api.openai.com/v1/'];
  }
  // An address is shown and logged; what is secret in it would be, too.
  if (url.username !== '' || url.password !== '') return ['baseurl', 'An address has no password in it; use key'];
  return undefined;
}

function modelProblem(
  { model, preset: name }: ProfileText,
  preset: PresetValues | undefined,
): FieldProblem | undefined {
  if (model !== undefined && model.trim() === '') return ['model', 'The model has no name'];
  if (model !== undefined || !preset?.wantsModel) return undefined;
  return [
    'model',
    `Missing: with the preset ${name} a model must be named, such as ${name === 'ollama' ? 'qwen3' : 'openai/gpt-4o'}`,
  ];
}
