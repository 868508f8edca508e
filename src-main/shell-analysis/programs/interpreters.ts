import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import {
  either,
  forwarding,
  neverEnds,
  pythonServing,
  unless,
  withAnyWord,
  withCommand,
  withOption,
  withWord,
} from './endless.ts';
import { PYTHON_MODULES, PYTHON_TOOLS } from './python-tools.ts';

const INTERPRETER: ProgramDeclaration = { opaque: 'interpreter' };
/** Declaration of a program no word of which is left open in a rule. */
const EXACT: ProgramDeclaration = { ...INTERPRETER, rule: 'exact' };
/** Its first word is the file it runs. */
const RUNNER: ProgramDeclaration = { ...EXACT, scripts: { kind: 'first-word' } };
/** Options of node with which it runs the same file, and none before it. */
const NODE_LONG =
  '--enable-source-maps --expose-gc --no-deprecation --no-warnings --pending-deprecation --throw-deprecation --trace-deprecation --trace-uncaught --trace-warnings --experimental-strip-types --experimental-transform-types --max-old-space-size= --max-semi-space-size= --stack-size= --stack-trace-limit= --unhandled-rejections=';
const VERSION = { versionWords: '--version' } as const;
const PYTHON: ProgramDeclaration = {
  ...RUNNER,
  scripts: { kind: 'first-word', flags: 'bBdEiIOPqsSuvx', valued: 'WX', module: '-m', endings: '.py /__main__.py' },
  endless: pythonServing,
  verbs: { '-m': { verbs: { ...PYTHON_TOOLS, ...PYTHON_MODULES } } },
  versionWords: '--version -V',
};
const OUTSIDE: ProgramDeclaration = { needs: { isOutside: true } };

const SHOWN: ProgramDeclaration = { options: { open: '--json --no-color' }, hasSingleDash: true, rule: {} };
/** Terraform. Sub-commands that change something elsewhere, or show stored state, stay as written. */
const TERRAFORM: ProgramDeclaration = {
  ...INTERPRETER,
  needs: { isOutside: true, mayStay: 'plan validate version fmt show output graph' },
  rule: 'exact',
  verbs: {
    plan: {
      options: {
        open: '--out=write --json --no-color --compact-warnings --detailed-exitcode --input=true|false --refresh=true|false --lock=true|false --parallelism=number',
      },
      hasSingleDash: true,
      rule: {},
    },
    validate: SHOWN,
    version: SHOWN,
    fmt: {
      options: { open: '--check --diff --recursive --no-color' },
      operands: 'write*',
      hasSingleDash: true,
      rule: {},
    },
  },
};

const OUTSIDE_TOOL: ProgramDeclaration = { opaque: 'tool', ...OUTSIDE };

const each = (names: string, declaration: ProgramDeclaration): ProgramDeclarations =>
  Object.fromEntries(names.split(' ').map((name) => [name, declaration]));

const RUBY_WARNINGS =
  '-W -W0 -W1 -W2 -W:deprecated -W:no-deprecated -W:experimental -W:no-experimental -W:performance -W:no-performance';

/** Programs that run text of theirs: nothing about it is known. Versions such as `python3.11` count as their program. */
export const INTERPRETERS: ProgramDeclarations = {
  ...each(
    'tclsh wish expect R julia swift scala groovy jshell kotlin elixir erl escript guile racket sbcl',
    INTERPRETER,
  ),
  ...each('clisp ghci runghc lldb m4 gmake ninja rake ant bc dc screen', INTERPRETER),
  ...each('cpp jq-run launchctl luajit csh tcsh nvim nawk', INTERPRETER),
  ...each('nodejs lua ts-node Rscript osascript pwsh powershell fish', EXACT),
  ...each('vi ex ed emacs man', EXACT),
  ruby: {
    ...RUNNER,
    ...VERSION,
    scripts: {
      kind: 'first-word',
      flags: 'adlnpsvw',
      joined: 'I',
      long: RUBY_WARNINGS,
      loading: '-r',
      endings: ' .rb',
    },
  },
  perl: {
    ...RUNNER,
    ...VERSION,
    scripts: { kind: 'first-word', flags: 'TUWXaclnpstw', joined: 'I', loading: '-M -m', endings: '.pm' },
  },
  node: {
    ...RUNNER,
    scripts: {
      kind: 'first-word',
      long: NODE_LONG,
      loading: '-r --require --import --loader --experimental-loader',
      endings: ' .js .cjs .mjs .json /index.js',
    },
    versionWords: '--version -v',
    endless: withOption('', '--watch'),
  },
  php: { ...RUNNER, ...VERSION, endless: either(withOption('S'), withWord('serve')) },
  deno: { ...EXACT, endless: either(withCommand('serve'), withOption('', '--watch')) },
  tsx: { ...EXACT, endless: either(withCommand('watch'), withOption('', '--watch')) },
  mvn: { ...INTERPRETER, endless: withAnyWord(/:run$/) },
  gradle: { ...INTERPRETER, endless: withWord('bootRun') },
  kubectl: { ...INTERPRETER, ...OUTSIDE, endless: forwarding },
  ...each('vim nano sqlite3', { ...EXACT, ...VERSION }),
  ...each('java gcc cc g++ clang tmux', { ...INTERPRETER, ...VERSION }),
  ...each('psql mysql redis-cli', { ...EXACT, ...OUTSIDE }),
  terraform: TERRAFORM,
  ...each('mongosh ansible at batch systemctl service gdb', { ...INTERPRETER, ...OUTSIDE }),
  python: PYTHON,
  python3: PYTHON,
  pypy: INTERPRETER,
  javac: { opaque: 'tool', ...VERSION },
  bwrap: { opaque: 'tool', ...VERSION },
  ...PYTHON_TOOLS,
};

/** Tools that work with other machines, processes, services, keys or windows of the person. */
export const OUTSIDE_TOOLS: ProgramDeclarations = {
  ...each('nerdctl helm minikube vagrant multipass lxc glab aws gcloud az heroku fly vercel wrangler', OUTSIDE_TOOL),
  ...each('pgrep pidof', { opaque: 'tool', needs: { isOutside: true, showsBox: true } }),
  ...each('loginctl lsof ss netstat renice losetup', OUTSIDE_TOOL),
  htop: { ...OUTSIDE_TOOL, endless: neverEnds },
  ...each('xdg-open open code cursor idea notify-send xclip xsel pbcopy wl-copy', OUTSIDE_TOOL),
  journalctl: { ...OUTSIDE_TOOL, endless: withOption('f', '--follow') },
  dmesg: { ...OUTSIDE_TOOL, endless: withOption('wW', '--follow', '--follow-new') },
  top: { ...OUTSIDE_TOOL, endless: unless(withOption('n')) },
  ...each('apt apt-get dpkg dnf yum brew snap flatpak', OUTSIDE_TOOL),
};
