/** Variables with code that bash would run at its start, or from which it takes options, traces and history. */
const NOT_PASSED =
  /^(BASH_ENV|ENV|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|BASH_XTRACEFD|PS4|PROMPT_COMMAND|POSIXLY_CORRECT|HIST.*|OLDPWD)$/s;

/** Builds the environment of a shell that runs an agent's commands. */
export function shellEnvironment(environment: Readonly<Record<string, string>>, id: string): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !NOT_PASSED.test(name))),
    SHELL_ADAPTER_SESSION: '1',
    SHELL_ADAPTER_SESSION_ID: id,
  };
}
