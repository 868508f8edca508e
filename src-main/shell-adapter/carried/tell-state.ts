import type { CarriedShellState, ShellFunction, ShellVariable } from './shell-state.ts';

/** Each shell's own, or known from elsewhere: where it stands, what it has just done, who started it. */
const OWN =
  '_|_[Ss][Ii][Gg][Mm][Aa]_*|SIGMA_*|SHELL_ADAPTER_*|BASH|BASH[A-Z_]*|COMP_*|DIRSTACK|EPOCH*|EUID|FUNCNAME|GROUPS|HISTCMD|HOSTTYPE|LINENO|MACHTYPE|MAPFILE|OPTERR|OPTIND|OSTYPE|PIPESTATUS|PPID|PWD|RANDOM|READLINE_*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID';

/**
 * Text for bash that tells the shell's state on standard output, by a subshell, so that nothing of it stays: fields with a NUL
 * behind each, an empty name at the end of a list, `token` at both ends. Aliases must not be expanded in it.
 */
export function tellState(token: string): string {
  return `(\\builtin printf '%s\\0' ${token} "$SHELLOPTS" "$BASHOPTS"
\\builtin trap - DEBUG RETURN ERR EXIT
\\builtin set +efuvxkTE +o posix
\\builtin shopt -u extdebug
IFS=$' \\t\\n'
\\builtin umask; \\builtin printf '\\0'
\\builtin declare -pn; \\builtin printf '\\0'
\\builtin declare -Fx; \\builtin printf '\\0'
\\builtin set -f
for _sigma_n in $(\\builtin compgen -v); do
case $_sigma_n in ${OWN}) \\builtin continue;; esac
\\builtin declare -n _sigma_r=$_sigma_n
\\builtin printf '%s\\0' "$_sigma_n" "\${_sigma_r@a}" "\${#_sigma_r[@]}"
for _sigma_k in "\${!_sigma_r[@]}"; do \\builtin printf '%s\\0' "$_sigma_k" "\${_sigma_r[$_sigma_k]}"; done
done
\\builtin printf '\\0'
for _sigma_n in $(\\builtin compgen -A function); do
\\builtin printf '%s\\0' "$_sigma_n"; \\builtin declare -f -- "$_sigma_n"; \\builtin printf '\\0'
done
\\builtin printf '\\0'
for _sigma_n in "\${!BASH_ALIASES[@]}"; do \\builtin printf '%s\\0' "$_sigma_n" "\${BASH_ALIASES[$_sigma_n]}"; done
\\builtin printf '\\0%s\\0' ${token}) || \\builtin :`;
}

/**
 * Parses a shell's report; `undefined` if it is not a state. Anything that runs in the shell may have written it: it is
 * data, whatever it says.
 */
export function readState(told: Buffer, token: string): CarriedShellState | undefined {
  const fields = new FieldReader(told.toString('latin1').split('\0'));
  try {
    return fields.state(token);
  } catch {
    return undefined;
  }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const UMASK = /^[0-7]{1,4}$/;
const OPTION = /^[a-z0-9_-]+$/;

class FieldReader {
  readonly #fields: readonly string[];
  #at = 0;

  constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  state(token: string): CarriedShellState {
    this.#at = this.#fields.findIndex((field) => field.endsWith(token)) + 1;
    if (this.#at === 0) throw new Error('Nothing was told');
    const options = this.#names();
    const shopts = this.#names();
    const umask = this.#next().trim();
    if (!UMASK.test(umask)) throw new Error('No umask');
    const references = new Set([...this.#next().matchAll(/^declare -\w*n\w* (\w+)/gm)].map(([, name]) => name ?? ''));
    const exported = new Set([...this.#next().matchAll(/^declare -\w+ (.+)$/gm)].map(([, name]) => name ?? ''));
    const variables = this.#list(() => this.#variable());
    const functions = this.#list((name): ShellFunction => ({ text: this.#next(), isExported: exported.has(name) }));
    const aliases = this.#list(() => this.#next());
    if (this.#next() !== token) throw new Error('It was told in part');
    for (const name of variables.keys()) if (references.has(name) || !NAME.test(name)) variables.delete(name);
    return { umask, options, shopts, variables, functions, aliases };
  }

  #next(): string {
    const field = this.#fields[this.#at++];
    if (field === undefined) throw new Error('It was told in part');
    return field;
  }

  #names(): Set<string> {
    return new Set(
      this.#next()
        .split(':')
        .filter((name) => OPTION.test(name)),
    );
  }

  #list<T>(read: (name: string) => T): Map<string, T> {
    const found = new Map<string, T>();
    for (let name = this.#next(); name !== ''; name = this.#next()) found.set(name, read(name));
    return found;
  }

  #variable(): ShellVariable {
    const attributes = this.#next();
    const count = Number(this.#next());
    const values = new Map<string, string>();
    for (let left = count; left > 0; left--) values.set(this.#next(), this.#next());
    const kind = attributes.includes('A') ? 'map' : attributes.includes('a') ? 'list' : 'text';
    return { kind, isExported: attributes.includes('x'), values };
  }
}
