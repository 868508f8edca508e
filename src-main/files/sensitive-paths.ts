/** Which files run code or start with the system, a shell or a tool, and which hold credentials, by their path. */

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
    path: /\/\.(github\/(workflows|actions)|gitlab|circleci|buildkite|woodpecker|forgejo|gitea|ci)(\/|$)/,
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
  /\/\.(netrc|npmrc|pypirc|pgpass|my\.cnf|git-credentials|env|envrc|phishell\.ya?ml)(\.[^/]+)?$/,
  /\/(id_(rsa|dsa|ecdsa|ed25519)|[^/]+\.(pem|key|p12|pfx|kdbx|keystore|jks))$/,
  /^\/etc\/(shadow|gshadow|sudoers)/,
  /\/(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt))?$/i,
  /\/(Login Data|Cookies|cookies\.sqlite|logins\.json|key4\.db)$/,
];

/** Why changing this file changes what runs; `undefined` for ordinary files. */
export function whyItRunsCode(path: string, workspace: string): string | undefined {
  const slashed = path.replaceAll('\\', '/');
  const known = RUNS_CODE.find((pattern) => pattern.path.test(slashed));
  if (known) return known.why;
  const folder = workspace.replaceAll('\\', '/');
  if (!slashed.startsWith(`${folder}/`)) return SYSTEM.test(slashed) ? 'it belongs to the system' : undefined;
  const [top, ...below] = slashed.slice(folder.length + 1).split('/');
  if (top && below.length > 0 && WORKSPACE_FOLDERS.has(top))
    return `the agents of a workspace run what is in its ${top} folder`;
  return undefined;
}

export function mayHoldCredentials(path: string): boolean {
  const slashed = path.replaceAll('\\', '/');
  return CREDENTIALS.some((pattern) => pattern.test(slashed));
}
