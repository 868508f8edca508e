/**
 * Lists of files that run code or start with the system, a shell or a tool, and of files that hold credentials, by
 * their path.
 */

interface Pattern {
  /** Matched against the absolute path with forward slashes. */
  readonly path: RegExp;
  readonly why: string;
}

const RUNS_CODE: readonly Pattern[] = [
  { path: /\/\.(git|hg|svn)(\/|$)/, why: 'version control runs hooks and filters from this folder' },
  {
    path: /\/(\.gitmodules|\.gitattributes|\.pre-commit-config\.ya?ml)$/,
    why: 'Git and its hooks take commands from it',
  },
  { path: /\/\.(husky|githooks)(\/|$)/, why: 'Git runs what is in this folder' },
  {
    path: /\/\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|mkshrc|cshrc|tcshrc|login|logout|inputrc|envrc|xinitrc|xprofile|xsession|xsessionrc|pam_environment)$/,
    why: 'it runs when a shell or a desktop session starts',
  },
  {
    path: /\/\.config\/(fish|autostart|systemd|environment\.d|nushell|powershell)(\/|$)/,
    why: 'it runs when a shell or a session starts',
  },
  { path: /(^|\/)(Microsoft\.)?(PowerShell_)?profile\.ps1$/i, why: 'PowerShell runs it when it starts' },
  { path: /\/(crontab|anacrontab)$|^\/(etc|var\/spool)\/(ana)?cron/, why: 'it runs by the clock' },
  {
    path: /\/(LaunchAgents|LaunchDaemons)(\/|$)|\/Start Menu\/Programs\/Startup(\/|$)/i,
    why: 'the system starts what is in here',
  },
  { path: /\.(service|timer|socket|desktop)$/, why: 'the system or the desktop can start it' },
  { path: /\/\.local\/bin\/|\/\.bin\//, why: 'programs are looked up in this folder' },
  { path: /\/\.ssh(\/|$)/, why: 'it decides who may log in and what runs then' },
  {
    path: /\/\.(vscode|idea|zed|fleet|devcontainer)(\/|$)|\.code-workspace$/,
    why: 'an editor runs tasks and programs named in it',
  },
  {
    path: /\/(\.vimrc|\.nvimrc|\.exrc|\.gvimrc|\.emacs|\.dir-locals\.el|init\.(el|vim|lua))$|\/\.(vim|emacs\.d)\//,
    why: 'an editor runs it',
  },
  { path: /\/\.?mcp\.json$|\/\.(claude|cursor|codex|gemini|windsurf)(\/|$)/, why: 'agents start programs named in it' },
  { path: /\/\.ripgreprc$/, why: 'ripgrep takes programs to run from it' },
  { path: /\/\.(gitconfig|config\/git\/[^/]+)$/, why: 'Git runs programs named in it' },
  {
    path: /\/\.(gdbinit|lldbinit|irbrc|pryrc|psqlrc|sqliterc|pythonrc(\.py)?|Rprofile|octaverc)$/,
    why: 'a program runs it when it starts',
  },
  { path: /\/(GNUmakefile|[Mm]akefile|[Jj]ustfile|Rakefile)$/, why: 'make and its like run its commands' },
  {
    path: /\/((jest|vite|vitest|webpack|rollup|babel|eslint|prettier|playwright|cypress|karma|tailwind|postcss|next|nuxt|svelte|astro|metro|ava|wdio|gulpfile|Gruntfile|tsup|electron\.vite)\.(config|conf|setup)|gulpfile|Gruntfile)\.([cm]?[jt]sx?|json5?|ya?ml|toml)$/,
    why: 'a tool that builds, tests or checks runs it by itself',
  },
  {
    path: /\/\.(eslintrc|prettierrc|babelrc|mocharc|swcrc|lintstagedrc|stylelintrc)(\.[cm]?[jt]s|\.json5?|\.ya?ml|\.toml)?$/,
    why: 'a tool that builds, tests or checks runs it, or programs named in it, by itself',
  },
  {
    path: /\/(noxfile\.py|tasks\.py|fabfile\.py|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini)$/,
    why: 'Python tools run it, or programs named in it',
  },
  {
    path: /\/(CMakeLists\.txt|CMakePresets\.json|meson\.build|configure|gradlew(\.bat)?|mvnw(\.cmd)?|(build|settings)\.gradle(\.kts)?|pom\.xml|Gemfile|[^/]+\.gemspec|Cargo\.toml|Package\.swift|mix\.exs)$/,
    why: 'a build runs it, or programs named in it',
  },
  { path: /\/(AGENTS|CLAUDE|GEMINI)\.md$|\/\.cursorrules$/, why: 'agents follow what it says' },
  { path: /\/node_modules(\/|$)/, why: 'it is run as part of the programs that use these packages' },
  {
    path: /\/(package\.json|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.cjs|bunfig\.toml)$/,
    why: 'package managers run its scripts',
  },
  {
    path: /\/(setup\.py|conftest\.py|sitecustomize\.py|usercustomize\.py)$|\.pth$/,
    why: 'Python tools run it without being asked to',
  },
  { path: /\/\.cargo\/config(\.toml)?$|\/build\.rs$/, why: 'Cargo runs programs named in it' },
  {
    path: /\/\.github$|\/\.(github\/(workflows|actions)|gitlab|circleci|buildkite|woodpecker|forgejo|gitea|ci)(\/|$)/,
    why: 'continuous integration runs it, often with secrets at hand',
  },
  {
    path: /\/(\.gitlab-ci|\.travis|\.drone|\.woodpecker|\.appveyor|appveyor|azure-pipelines|bitbucket-pipelines|buildspec|cloudbuild)\.ya?ml$|\/Jenkinsfile$/,
    why: 'continuous integration runs it, often with secrets at hand',
  },
  { path: /\/\.phishell\.ya?ml$/, why: 'it decides which server models are asked at and which programs are attached' },
];

const SYSTEM = /^\/(etc|boot|lib|lib64|usr|sbin|bin|opt|System|Library)\/|^[a-z]:\/(Windows|Program Files)/i;

/** Folders of an agent workspace whose content its agents run, by their name at its top. */
const WORKSPACE_FOLDERS = new Set(['tools', 'skills', 'schedules', 'systems']);

const CREDENTIALS: readonly RegExp[] = [
  /\/\.(ssh|gnupg|aws|azure|kube|password-store)(\/|$)/,
  /\/\.config\/(gcloud|gh|hub|op|rclone)(\/|$)/,
  /\/\.docker\/config\.json$/,
  /\/\.(netrc|npmrc|pypirc|pgpass|my\.cnf|git-credentials|env|envrc|phishell(\.broken-[^/]+)?\.ya?ml)(\.(?!(example|sample|template|dist)$)[^/]+)?$/,
  /\/\.git\/config$/,
  /\/\.(bash|zsh|python|node_repl|psql|mysql|sqlite|rediscli)_?history$/,
  /\/\.(cargo\/credentials(\.toml)?|terraform\.d\/credentials\.tfrc\.json|config\/doctl\/config\.yaml|boto|s3cfg|vault-token)$/,
  /\/(id_(rsa|dsa|ecdsa|ed25519)|[^/]+\.(pem|key|p12|pfx|kdbx|keystore|jks))$/,
  /^\/etc\/(shadow|gshadow|sudoers)/,
  /^\/proc\/(.+\/)?(environ|mem)$/,
  /\/(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt))?$/i,
  /\/(Login Data|Cookies|cookies\.sqlite|logins\.json|key4\.db)$/,
];

/** Names that Windows gives to devices, whatever follows the first dot. */
const DEVICE = /\/(con|prn|aux|nul|com\d|lpt\d)(\.[^/]*)?$/i;

/**
 * Paths of a repository that run, or name what runs or where its objects are; the rest of it is data, including names
 * of branches.
 */
const IN_REPOSITORY =
  /\/\.git\/(worktrees\/[^/]+\/)?(config|config\.worktree|hooks|info(?!\/refs$)|modules|gitdir|commondir)(\/|$)|\/\.git\/objects\/info\/(http-)?alternates$/;
const REPOSITORY = /\/\.git(\/|$)/;

/**
 * Reason why a command in the box cannot change this path of its workspace (docs/decisions/013-box.md); `undefined` for
 * what it can. In a repository it may change the objects, references and the index.
 */
export function whyProtected(path: string, workspace: string): string | undefined {
  const slashed = plainSpelling(path);
  if (REPOSITORY.test(slashed) && !IN_REPOSITORY.test(slashed)) return undefined;
  const known = runsCode(slashed);
  if (known !== undefined) return known;
  return slashed.startsWith(`${plainSpelling(workspace)}/`) && mayHoldCredentials(path)
    ? 'it may hold credentials'
    : undefined;
}

/** Explains why changing this file changes what runs; `undefined` for ordinary files. */
export function whyItRunsCode(path: string, workspace: string): string | undefined {
  const slashed = plainSpelling(path);
  const known = runsCode(slashed);
  if (known !== undefined) return known;
  if (DEVICE.test(slashed)) return 'on Windows its name is that of a device';
  if (/[ .]$/.test(path) && /[ .]+$/.test(path.replaceAll('\\', '/').replace(/(^|\/)\.{1,2}$/, '')))
    return 'its name ends in blanks or dots, which some systems leave out';
  const folder = plainSpelling(workspace);
  if (!slashed.startsWith(`${folder}/`)) return SYSTEM.test(slashed) ? 'it belongs to the system' : undefined;
  const below = slashed.slice(folder.length + 1);
  const top = below.slice(0, Math.max(0, below.indexOf('/')));
  if (WORKSPACE_FOLDERS.has(top)) return `the agents of a workspace run what is in its ${top} folder`;
  return undefined;
}

/** Whether any of the patterns matches: most paths are ordinary, and one pattern in place of many says so. */
function anyOf(patterns: readonly RegExp[]): (text: string) => boolean {
  const joined = [...new Set(patterns.map(({ flags }) => flags))].map((flags) => {
    const alike = patterns.filter((pattern) => pattern.flags === flags);
    return new RegExp(alike.map(({ source }) => `(?:${source})`).join('|'), flags);
  });
  return (text) => joined.some((pattern) => pattern.test(text));
}

const mayRunCode = anyOf(RUNS_CODE.map(({ path }) => path));
const isOfCredentials = anyOf(CREDENTIALS);

function runsCode(slashed: string): string | undefined {
  const lower = slashed.toLowerCase();
  if (!mayRunCode(slashed) && (lower === slashed || !mayRunCode(lower))) return undefined;
  const found = RUNS_CODE.find(({ path }) => path.test(slashed) || (lower !== slashed && path.test(lower)));
  return found?.why;
}

export function mayHoldCredentials(path: string): boolean {
  const slashed = plainSpelling(path);
  const lower = slashed.toLowerCase();
  return isOfCredentials(slashed) || (lower !== slashed && isOfCredentials(lower));
}

/**
 * Pattern of paths that every system reads alike: no name ends in a dot, nothing is short, streamed or slashed
 * backwards.
 */
const PLAIN = /^[\w/@%+,=*-]*(?:\.+[\w@%+,=*-][\w/@%+,=*-]*)*$/;

/**
 * Normalizes a path the way the file system may read it: letters of either case, trailing dots and blanks, streams
 * (`.git::$DATA`) and short names (`GIT~1`) may all lead to the same file.
 */
function plainSpelling(path: string): string {
  if (PLAIN.test(path)) return path;
  return path
    .normalize('NFC')
    .replaceAll('\\', '/')
    .split('/')
    .map((name) =>
      /^\.{1,2}$/.test(name)
        ? name
        : name
            .replace(/^GIT~\d$/i, '.git')
            .replace(/:.*$/, '')
            .replace(/[ .]+$/, ''),
    )
    .join('/');
}
