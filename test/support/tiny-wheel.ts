import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const WRITES = `
import sys, zipfile
folder, name, code = sys.argv[1:]
about = name + "-1.0.dist-info/"
with zipfile.ZipFile(folder + "/" + name + "-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr(name + ".py", code)
    wheel.writestr(about + "METADATA", "Metadata-Version: 2.1\\nName: " + name + "\\nVersion: 1.0\\n")
    wheel.writestr(about + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(about + "RECORD", "")
`;

/** Writes a package of one module into a folder from which pip installs it. */
export async function tinyWheel(folder: string, name: string, code: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', WRITES, folder, name, code], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The package could not be made in ${join(folder, name)}: ${stderr}`);
}
