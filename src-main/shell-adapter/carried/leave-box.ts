import { isBashWord } from './bash-words.ts';
import type { ClientLines } from './client-lines.ts';
import {
  type CarriedShellState,
  isSameVariable,
  type ShellFunction,
  type ShellVariable,
  type StateChange,
} from './shell-state.ts';

/** Rules that decide what a shell in a box may pass on to a shell with more rights. */
export interface LeavingRules {
  /** Names that the client's lines mention. */
  readonly lines: ClientLines;
  /** Whether a variable rules which programs run, or what they do. */
  readonly isRuling: (name: string) => boolean;
  /** Environment with which the shell outside was started, which stays its own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Environment with which the shell in the box was started; values that are unchanged are not carried. */
  readonly inBox: Readonly<Record<string, string>>;
  /** State of the shell outside when it was started, to which everything may return. */
  readonly started: Pick<CarriedShellState, 'umask' | 'options' | 'shopts' | 'variables'>;
  /** Texts of functions that are nothing but what a line of the client defines. */
  readonly functions: ReadonlyMap<string, string>;
  /** Whether the shell outside would find a program by that name. */
  readonly isProgram: (name: string) => boolean;
}

export interface LeavingState {
  readonly change: StateChange;
  /** Parts that stay in the box, in words. */
  readonly kept: readonly string[];
}

/** Options that change no more than how a line fails, is shown, or what its patterns match where they would match nothing. */
const OPTIONS = new Set([
  'errexit',
  'nounset',
  'pipefail',
  'xtrace',
  'verbose',
  'noclobber',
  'noglob',
  'errtrace',
  'functrace',
]);
const SHOPTS = new Set([
  'extglob',
  'nullglob',
  'failglob',
  'globstar',
  'inherit_errexit',
  'lastpipe',
  'expand_aliases',
]);

/**
 * Pattern of variables, beyond those that rule programs of the policy, from which tools of many kinds take settings,
 * other programs and servers.
 */
const SETTING_OF_TOOLS = new RegExp(
  [
    '(PATH|PATHS|OPTS?|OPTIONS|FLAGS|HOME|ROOT|CONFIG|CONFIG_(FILE|DIR|PATH)|RC|COMMAND|CMD|SHELL|WRAPPER|LAUNCHER|ASKPASS|PRELOAD|PROXY|HOOKS?|PLUGINS?|BIN|EXE)$',
    '^(CC|CXX|CPP|LD|AR|AS|FC|TMP|TEMP|TMPDIR|MAKEFILES?|MAKELEVEL|USER|LOGNAME|LANG|LANGUAGE|LC_.*|TERM|DISPLAY|HOSTNAME|GLOBIGNORE|FIGNORE|FUNCNEST|CHILD_MAX|TMOUT|TIMEFORMAT|MAIL\\w*|HIST\\w*)$',
    '^(AWS|AZURE|GOOGLE|GCLOUD|CLOUDSDK|KUBE|HELM|DOCKER|BUILDKIT|COMPOSE|TF|VAULT|ANSIBLE|SUDO|DOAS|GPG|GNUPG|CARGO|RUST|RUSTC|RUSTUP|GO|GRADLE|MAVEN|JAVA|NVM|PYENV|RBENV|PIP|UV|POETRY|YARN|PNPM|COREPACK|HOMEBREW|DBUS|WAYLAND)(_|[A-Z]*$)',
  ].join('|'),
  'i',
);

/** Arithmetic evaluates what stands in the brackets of a value that it is given. */
const EVALUATED = /\[[\s\S]*[$`]/;
const MAX_BYTES = 100_000;
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Filters a change for the shell outside. All of it may have been made up by code that runs in the box: only what a
 * line of the client names is carried, nothing that controls programs, and no text that would be run.
 */
export function leavingBox(change: StateChange, rules: LeavingRules): LeavingState {
  const kept: string[] = [];
  const sift = <T>(
    all: ReadonlyMap<string, T>,
    may: (name: string, value: T) => boolean,
    word: (name: string) => string,
  ) =>
    new Map(
      [...all].filter(([name, value]) => {
        if (may(name, value)) return true;
        kept.push(word(name));
        return false;
      }),
    );
  const variables = new Map([...change.variables].filter(([name, value]) => !isOfBox(name, value, rules)));
  const isLooser = change.umask !== undefined && !isTighter(change.umask, rules.started.umask);
  if (isLooser) kept.push(`umask ${change.umask}`);
  return {
    change: {
      umask: isLooser ? undefined : change.umask,
      options: sift(
        change.options,
        (name, isOn) => OPTIONS.has(name) || rules.started.options.has(name) === isOn,
        (name) => `the option ${name}`,
      ),
      shopts: sift(
        change.shopts,
        (name, isOn) => SHOPTS.has(name) || rules.started.shopts.has(name) === isOn,
        (name) => `the option ${name}`,
      ),
      variables: sift(
        variables,
        (name, value) => mayVariable(name, value, rules),
        (name) => name,
      ),
      functions: functionsOf(
        sift(
          change.functions,
          (name, made) => mayFunction(name, made, rules),
          (name) => `the function ${name}`,
        ),
        rules,
      ),
      aliases: sift(
        change.aliases,
        (name, value) => mayAlias(name, value, rules),
        (name) => `the alias ${name}`,
      ),
    },
    kept,
  };
}

/** Whether a variable comes from the box's own shell and is unchanged, or belongs to each shell itself. */
function isOfBox(name: string, variable: ShellVariable | undefined, rules: LeavingRules): boolean {
  const { inBox, environment } = rules;
  if (name === 'OLDPWD') return true;
  if (variable === undefined) return inBox[name] === undefined && environment[name] !== undefined;
  if (isAsStarted(name, variable, rules)) return false;
  return variable.kind === 'text' && inBox[name] !== undefined && variable.values.get('0') === inBox[name];
}

function isAsStarted(name: string, variable: ShellVariable, { started }: LeavingRules): boolean {
  const first = started.variables.get(name);
  return first !== undefined && isSameVariable(variable, first);
}

function mayVariable(name: string, variable: ShellVariable | undefined, rules: LeavingRules): boolean {
  const { lines, isRuling, environment, started } = rules;
  if (variable === undefined) return !started.variables.has(name) && lines.unsets(name);
  if (isAsStarted(name, variable, rules)) return true;
  if (isRuling(name) || SETTING_OF_TOOLS.test(name) || environment[name] !== undefined) return false;
  if (!lines.names(name)) return false;
  const texts = [...variable.values].flat();
  if (variable.kind === 'list' && [...variable.values.keys()].some((key) => !/^\d{1,9}$/.test(key))) return false;
  const bytes = texts.reduce((sum, { length }) => sum + length, 0);
  return bytes <= MAX_BYTES && !texts.some((text) => EVALUATED.test(text));
}

function mayFunction(name: string, made: ShellFunction | undefined, rules: LeavingRules): boolean {
  if (!mayBeNamed(name, rules)) return false;
  return made === undefined ? rules.lines.unsets(name) : rules.functions.get(name) === made.text;
}

function mayAlias(name: string, value: string | undefined, rules: LeavingRules): boolean {
  if (!mayBeNamed(name, rules)) return false;
  return value === undefined ? rules.lines.unsets(name) : rules.lines.definesAlias(name, value);
}

/** Whether a function of this name replaces nothing else. */
export function mayBeNamed(name: string, { isProgram }: Pick<LeavingRules, 'isProgram'>): boolean {
  return FUNCTION_NAME.test(name) && !isBashWord(name) && !isProgram(name);
}

/** Exported, they would be found by every bash that a program starts. */
function functionsOf(
  all: ReadonlyMap<string, ShellFunction | undefined>,
  { functions }: LeavingRules,
): Map<string, ShellFunction | undefined> {
  return new Map(
    [...all].map(([name, made]) => [name, made && { text: functions.get(name) ?? made.text, isExported: false }]),
  );
}

function isTighter(umask: string, base: string): boolean {
  const bits = Number.parseInt(base, 8);
  return (Number.parseInt(umask, 8) & bits) === bits;
}
