import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type MountBox, TESTER } from './mount-box.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'resources/privileged-helper/sigma-mount-helper');
const AS_PKEXEC = join(ROOT, 'test/fixtures/mounts/as_pkexec.py');
export const INSTALLED = '/usr/libexec/sigma-shell/sigma-mount-helper';

export type HelperAnswer = Readonly<Record<string, unknown>> & { readonly ok: boolean };

export interface CallOptions {
  readonly uid?: number;
  /** Variables beside, or in place of, `PKEXEC_UID`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Runs it under this, such as strace. */
  readonly under?: readonly string[];
}

/** Puts the helper where it is installed, as root's. */
export async function installHelper(box: MountBox): Promise<void> {
  const { code, stderr } = await box.sh(`install -D -m 0755 ${SOURCE} ${INSTALLED}`);
  if (code !== 0) throw new Error(stderr);
}

export function wordOf(request: unknown): string {
  return Buffer.from(JSON.stringify(request)).toString('base64url');
}

/** Sends a request to the helper, or words as they are, and returns its answer. */
export async function callHelper(box: MountBox, request: unknown, options: CallOptions = {}): Promise<HelperAnswer> {
  const { uid = TESTER, variables = {}, under = [] } = options;
  const words = Array.isArray(request) ? request.map(String) : [wordOf(request)];
  const program = [...under, '/usr/bin/python3', '-I', INSTALLED, ...words];
  const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const all = ['/usr/bin/python3', AS_PKEXEC, `${uid}`, ...given, '--', ...program];
  const { stdout, stderr } = await box.sh(all.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '));
  try {
    return JSON.parse(stdout) as HelperAnswer;
  } catch {
    return { ok: false, code: 'none', message: stdout + stderr };
  }
}

/** A request to mount the sample image at a path. */
export async function mountRequest(image: string) {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(image, { bigint: true });
  return {
    verb: 'mount',
    image,
    layers: LAYER_UUIDS,
    owner: { uid: 0, gid: 0 },
    identity: { dev: `${dev}`, ino: `${ino}`, size: `${size}`, mtime: `${mtimeNs}`, ctime: `${ctimeNs}` },
  };
}

/** Layers of the sample image, the top one first. */
export const LAYER_UUIDS = [
  '33333333-3333-4333-8333-333333333333',
  '22222222-2222-4222-8222-222222222222',
  '11111111-1111-4111-8111-111111111111',
] as const;
