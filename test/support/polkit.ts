import { existsSync } from 'node:fs';
import { kernelProblem, type MountBox } from './mount-box.ts';

const POLKITD = '/usr/lib/polkit-1/polkitd';

/** Explains why pkexec cannot be tried here; undefined if it can. */
export function polkitProblem(): string | undefined {
  const missing = ['/usr/bin/pkexec', POLKITD, '/usr/bin/dbus-daemon', '/usr/bin/dbus-send'].find(
    (file) => !existsSync(file),
  );
  return kernelProblem() ?? (missing === undefined ? undefined : `${missing} is not installed`);
}

/** Starts a system bus and polkitd of the box's own, with a rule that lets one user run programs as root. They end with the box. */
export async function startPolkit(box: MountBox, user: string): Promise<void> {
  const rule = `polkit.addRule(function (action, subject) {
    if (action.id == "org.freedesktop.policykit.exec" && subject.user == "${user}") return polkit.Result.YES;
  });`;
  const { code, stderr } = await box.sh(
    `set -e
    mount -t tmpfs -o mode=755 none /etc/polkit-1/rules.d
    cat > /etc/polkit-1/rules.d/10-sigma-test.rules
    mkdir -p /run/dbus
    dbus-daemon --system --fork --nopidfile
    ${POLKITD} --no-debug >/run/box/polkitd.log 2>&1 &
    for turn in $(seq 200); do
      if dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
        string:org.freedesktop.PolicyKit1 2>/dev/null | grep -q 'boolean true'; then exit 0; fi
      sleep 0.1
    done
    cat /run/box/polkitd.log >&2
    exit 1`,
    { input: rule },
  );
  if (code !== 0) throw new Error(`polkitd could not be started: ${stderr}`);
}
