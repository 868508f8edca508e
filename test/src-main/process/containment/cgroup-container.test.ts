import { expect, test } from 'vitest';
import { CgroupContainer } from '../../../../src-main/process/containment/cgroup-container.ts';
import { FakeCgroups } from '../../../support/fake-cgroups.ts';

const ROOT = '/sys/fs/cgroup';
const GROUP = `${ROOT}/app/tree`;

/** Groups whose lists cannot be read for a while, as when this process has too many files open. */
class Unreadable extends FakeCgroups {
  left: number;

  constructor(times: number) {
    super({ root: ROOT, own: '/app', owned: [`${ROOT}/app`], inside: [] });
    this.left = times;
  }

  override read(path: string): string | undefined {
    if (!path.endsWith('/cgroup.procs') || this.left === 0) return super.read(path);
    this.left -= 1;
    return undefined;
  }
}

test('a group whose processes cannot be listed for a moment is killed all the same', async () => {
  const files = new Unreadable(3);
  files.makeGroup(GROUP, [77, 78]);
  const killFile = `${GROUP}/cgroup.kill`;
  await new CgroupContainer({ folders: [GROUP], killFile }, files).killHeld();
  expect(files.killed).toEqual([77, 78]);

  const late = new Unreadable(3);
  late.makeGroup(GROUP, []);
  await new CgroupContainer({ folders: [GROUP] }, late).killHeld();
  expect(late.left).toBe(0);
});

test('a group that is gone is not waited for', async () => {
  const files = new Unreadable(Number.POSITIVE_INFINITY);
  const begun = performance.now();
  await new CgroupContainer({ folders: [GROUP] }, files).killHeld();
  expect(performance.now() - begun).toBeLessThan(1000);
});
