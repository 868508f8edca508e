import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { realOrSameAtOnce } from '#core/files/real-path';

/** Folders and files of a home that hold keys, passwords, sessions and messages: no command in a sandbox sees them. */
const IN_HOME = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.netrc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.git-credentials',
  '.password-store',
  '.phishell.yaml',
  '.vault-token',
  '.terraform.d',
  '.terraformrc',
  '.boto',
  '.s3cfg',
  '.rclone.conf',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.config/gcloud',
  '.config/gh',
  '.config/glab-cli',
  '.config/hub',
  '.config/op',
  '.config/rclone',
  '.config/doctl',
  '.config/git/credentials',
  '.config/github-copilot',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  '.config/Signal',
  '.config/Slack',
  '.config/discord',
  '.config/keepassxc',
  '.config/Bitwarden',
  '.mozilla',
  '.thunderbird',
  '.pki',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.local/share/TelegramDesktop',
  '.claude',
  '.codex',
  '.gemini',
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.lesshst',
  'Library/Keychains',
  'Library/Cookies',
  'Library/Mail',
  'Library/Messages',
  'Library/Safari',
  'Library/Application Support/Google',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Firefox',
  'Library/Application Support/Microsoft Edge',
  'Library/Application Support/Signal',
  'Library/Application Support/Slack',
  'Library/Group Containers',
  '.Xauthority',
  '.ICEauthority',
];

/** System files that only root should read, hidden because the app may run as root. */
const IN_SYSTEM = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/etc/wireguard',
  '/etc/openvpn',
  '/etc/NetworkManager/system-connections',
  '/etc/krb5.keytab',
  '/etc/kubernetes',
  '/etc/letsencrypt',
  '/var/lib/docker',
  '/var/lib/containers',
  '/var/lib/kubelet',
  '/var/lib/postgresql',
  '/var/lib/mysql',
  '/var/lib/redis',
  '/var/spool/cron',
  '/var/spool/mail',
  '/var/mail',
  '/var/log',
  '/var/backups',
];

/** Folders beside the homes: programs (Homebrew on Linux), and what all share (macOS). */
const NO_PERSON = new Set(['linuxbrew', 'lost+found', 'Shared']);

/** Absolute paths that a command in a sandbox must not see: credentials, what belongs to others. They need not exist. */
export function hiddenPlaces(home: string): string[] {
  const inHome = [...IN_HOME, ...brokenProfiles(home)].map((name) => join(home, name));
  return [...IN_SYSTEM, ...hostKeys(), ...otherHomes(home), ...inHome];
}

/** Files of profiles that were kept aside when they were replaced: their keys are still in them. */
function brokenProfiles(home: string): string[] {
  return namesInFolder(home).filter((name) => name.startsWith('.phishell.broken-'));
}

function hostKeys(): string[] {
  const folder = '/etc/ssh';
  return namesInFolder(folder)
    .filter((name) => /^ssh_host_.*_key$/.test(name))
    .map((name) => join(folder, name));
}

function otherHomes(home: string): string[] {
  const own = realOrSameAtOnce(home);
  const homes = ['/home', '/Users'].flatMap((folder) => namesInFolder(folder).map((name) => join(folder, name)));
  return [...homes.filter((path) => !NO_PERSON.has(basename(path))), '/root'].filter(
    (path) => path !== own && path !== home,
  );
}

function namesInFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
