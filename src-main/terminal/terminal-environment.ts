/** Set by what started us, and wrong or dangerous for what a person starts: another terminal's, node's and Electron's own. */
const NOT_PASSED_ON =
  /^(NODE_OPTIONS|NODE_CHANNEL_FD|NODE_UNIQUE_ID|ELECTRON_.*|TMUX|TMUX_PANE|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES|TERM|VTE_VERSION|npm_.*|INIT_CWD)$/;

/** Environment with which a shell in a terminal is started, from the host's cleaned one. */
export function terminalEnvironment(
  environment: Readonly<Record<string, string>>,
  cwd: string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(environment).filter(([name]) => !NOT_PASSED_ON.test(name));
  const isLocaleSet = ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => environment[name]);
  return {
    // Without a locale shells take every byte beyond ASCII for an unprintable one.
    ...(isLocaleSet ? {} : { LANG: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' }),
    ...Object.fromEntries(kept),
    PWD: cwd,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'SigmaShell',
  };
}
