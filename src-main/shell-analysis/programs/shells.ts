import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { withOption } from './endless.ts';
import { firstNames } from './operand-effects.ts';

const OUTSIDE = { isOutside: true } as const;

const SHELL: ProgramDeclaration = {
  // A shell's `-c` takes the first operand as its text; with others it runs other text, or obeys variables as it goes.
  options: {
    known: '-bcefhmnprtuvBCDEHPT --norc --noprofile --posix --restricted --verbose --help --version',
    unsure: '-aiklsx -oO=text --login --rcfile=text --init-file=text',
  },
  isUncommon: true,
  isInOrder: true,
  isShell: true,
  opaque: 'interpreter',
};
/** Its first word is the file it runs. */
const RUNNER: ProgramDeclaration = {
  ...SHELL,
  rule: 'exact',
  scripts: { kind: 'first-word', flags: 'aefhlnuvx', valued: 'o' },
};

/** Programs that run another one as somebody else, elsewhere, or in another system. */
export const OTHER_PLACES: ProgramDeclarations = {
  sudo: {
    options: {
      known:
        '-AbBEHikKnNPsSvV -CDghpRrtTUu=text --askpass --background --bell --preserve-env?=text --set-home --help --login --remove-timestamp --reset-timestamp --list --non-interactive --preserve-groups --stdin --shell --version --validate --user=text --group=text --host=text --prompt=text --chdir=text --chroot=text --close-from=text --command-timeout=text --role=text --type=text --other-user=text',
      unsure: '-l -e --edit',
    },
    runs: { takesAssignments: true, doubt: 'other-user', alone: 'starts-shell' },
  },
  doas: { options: { known: '-Lns -aCu=text' }, runs: { doubt: 'other-user', alone: 'starts-shell' } },
  pkexec: {
    options: { known: '--user=text --disable-internal-agent --keep-cwd' },
    runs: { doubt: 'other-user', alone: 'starts-shell' },
  },
  su: {
    options: {
      known:
        '-lmpPf -cgGsw=text --login --command=text --group=text --shell=text --preserve-environment --pty --session-command=text',
    },
    runs: { skip: 99, text: '-c', isAnyOrder: true, doubt: 'other-user' },
  },
  runuser: {
    options: { known: '-lmpPf -cgGsuw=text --login --command=text --group=text --shell=text --user=text' },
    runs: { text: '-c', doubt: 'other-user' },
  },
  setpriv: {
    options: {
      known:
        '-d --dump --clear-groups --keep-groups --init-groups --groups=text --inh-caps=text --ambient-caps=text --bounding-set=text --no-new-privs --rgid=text --ruid=text --egid=text --euid=text --regid=text --reuid=text --securebits=text --pdeathsig=text --reset-env',
    },
    runs: { doubt: 'other-user' },
  },
  unshare: {
    options: {
      known:
        '-CcimnpruTUf -RwSGl=text --fork --mount --uts --ipc --net --pid --user --cgroup --time --map-root-user --map-current-user --keep-caps --kill-child?=text --mount-proc?=text --propagation=text --root=text --wd=text --setuid=text --setgid=text',
    },
    runs: { doubt: 'other-system', alone: 'starts-shell' },
  },
  nsenter: {
    options: {
      known:
        '-aFZ -tSG=text -CimnpuUTrw?=text --all --target=text --mount?=text --uts?=text --ipc?=text --net?=text --pid?=text --user?=text --cgroup?=text --root?=text --wd?=text --preserve-credentials',
    },
    runs: { doubt: 'other-system', alone: 'starts-shell' },
  },
  chroot: {
    options: { known: '--groups=text --userspec=text --skip-chdir' },
    runs: { skip: 1, doubt: 'other-system' },
  },
  'systemd-run': {
    options: {
      known:
        '-Pdrtqn -upHMGE=text --user --scope --pty --wait --pipe --quiet --unit=text --property=text --setenv=text --uid=text --gid=text --slice=text --on-calendar=text --on-active=text',
    },
    runs: { doubt: 'outside-session' },
  },
  'dbus-run-session': { options: { unsure: '--config-file=text --dbus-daemon=text' }, runs: {} },
  'start-stop-daemon': { runs: { doubt: 'starts-service' } },
  fakeroot: {
    options: { known: '-uhv -b=text -i=read -s=write', unsure: '-l=text -f=text --lib=text --faked=text' },
    runs: {},
  },
  ssh: {
    options: {
      known: '-46AaCfGgKkMNnqsTtVvXxYy -BbcDeILlmOpQRSWw=text -E=write -i=read -J=send',
      unsure: '-F=text -o=text',
    },
    runs: { skip: 1, joins: true, doubt: 'other-machine', alone: 'other-machine' },
    saysToo: firstNames('send'),
    rule: 'exact',
    needs: OUTSIDE,
    versionWords: '--version',
    endless: withOption('N'),
  },
};

/** Shells, which run text they are given. */
export const SHELLS: ProgramDeclarations = {
  bash: { ...RUNNER, versionWords: '--version -V' },
  sh: { ...RUNNER, versionWords: '--version' },
  zsh: { ...RUNNER, versionWords: '--version' },
  dash: RUNNER,
  ksh: RUNNER,
  ash: SHELL,
  mksh: SHELL,
  rbash: SHELL,
};
