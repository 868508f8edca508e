/** Programs that run text of theirs: nothing about it is known. Versions such as `python3.11` count as their program. */
export const INTERPRETERS: ReadonlySet<string> = new Set(
  [
    'awk gawk mawk nawk bash sh dash zsh ksh mksh ash fish csh tcsh rbash python pypy perl ruby node nodejs deno bun php lua luajit',
    'tclsh wish expect Rscript R julia swift scala groovy jshell java kotlin elixir erl escript guile racket sbcl clisp ghci runghc',
    'osascript pwsh powershell sqlite3 psql mysql mongosh redis-cli gdb lldb vim vi nvim ex ed emacs nano m4 make gmake cmake ninja',
    'npx npm pnpm yarn pip pip3 pipx uv cargo go gem bundle rake mvn gradle ant docker podman kubectl ansible terraform bc dc tmux screen',
    'at batch cpp gcc cc g++ clang tsx ts-node jq-run less more man crontab systemctl service launchctl',
  ]
    .join(' ')
    .split(' '),
);

export const interpreterOf = (name: string) => {
  const plain = name.replace(/[\d.]+$/, '');
  return INTERPRETERS.has(name) ? name : INTERPRETERS.has(plain) ? plain : undefined;
};
