import { expect, test } from 'vitest';
import { CgroupContainer } from '../../../../src-main/process/containment/cgroup-container.ts';
import { cgroupPlaces } from '../../../../src-main/process/containment/cgroup-places.ts';
import { sweepGroups, sweepScopes } from '../../../../src-main/process/containment/cgroup-step.ts';
import { openCgroupV2, type SystemdScope } from '../../../../src-main/process/containment/cgroup-v2.ts';
import { hostName } from '../../../../src-main/process/containment/host-name.ts';
import { FakeCgroups } from '../../../support/fake-cgroups.ts';

const noScope = () => Promise.reject(new Error('no bus'));
const OWN = '/sys/fs/cgroup/user.slice/app.scope';

function tree(options: { readonly owned?: readonly string[]; readonly inside?: readonly number[] } = {}) {
  return new FakeCgroups({
    root: '/sys/fs/cgroup',
    own: '/user.slice/app.scope',
    owned: options.owned ?? [OWN],
    inside: options.inside ?? [process.pid],
  });
}

test('a group of ours is divided: we move to a leaf, controllers are handed down, a tree gets a group with its limit', async () => {
  const files = tree();
  const tried = await openCgroupV2({ files, places: cgroupPlaces(files), askScope: noScope });
  if (tried.why !== undefined) throw new Error(tried.why);

  const prepared = tried.step.prepare();
  const container = prepared.around({ pid: 77, marker: 'm' });
  const [door = ''] = prepared.doors;
  files.write(door, '77');
  files.write(door, '78');
  container.limit(200, 2);

  expect(files.read(door.replace('cgroup.procs', 'pids.max'))).toBe('202');
  expect(await container.pids()).toEqual([77, 78]);
  expect(files.processesIn(`${OWN}/${hostName()}-leaf`)).toEqual([process.pid]);
  expect(await container.measure(new Set([77]))).toMatchObject({ pids: [78], cpuMs: 1.5, refused: 0 });
  await container.kill(new Set());
  expect(await container.pids()).toEqual([]);
  expect(files.killed).toEqual([77, 78]);
  await container.release();
  expect(files.read(door)).toBeUndefined();
});

test('what is not ours to divide asks systemd for a scope, once', async () => {
  const scope = '/user.slice/run-1.scope';
  const files = tree({ owned: [`/sys/fs/cgroup${scope}`] });
  let asked = 0;
  const askScope = async (): Promise<SystemdScope> => {
    asked += 1;
    files.makeGroup(`/sys/fs/cgroup${scope}`, [4242]);
    return { path: scope, keeperPid: 4242, [Symbol.asyncDispose]: async () => {} };
  };
  const tried = await openCgroupV2({ files, places: cgroupPlaces(files), askScope });
  if (tried.why !== undefined) throw new Error(tried.why);
  expect(tried.step.prepare().doors[0]).toContain(`${scope}/${hostName()}/`);
  expect(asked).toBe(1);
});

test.each([
  ['nobody gives us anything', () => tree({ owned: [] }), /EACCES.*no bus/],
  ['another’s process is in our group', () => tree({ inside: [process.pid, 1] }), /EBUSY.*no bus/],
  ['the kernel cannot kill a group', () => tree().withoutKill(), /5\.14/],
  ['there is no pids controller', () => tree().withoutPids(), /no pids controller/],
])('where %s, it says so in a sentence and leaves nothing behind', async (_, make, why) => {
  const files = make();
  const tried = await openCgroupV2({ files, places: cgroupPlaces(files), askScope: noScope });
  expect(tried.why).toMatch(why);
  expect(files.folders(OWN)).toEqual([]);
});

test('what a host that is gone left is killed and removed; what another host that lives has stays', async () => {
  const files = tree();
  const gone = `${OWN}/${hostName().replace(/\d+-\d+$/, '999999-1')}`;
  const living = `${OWN}/${hostName(process.ppid)}`;
  for (const [folder, pid] of [
    [gone, 801],
    [living, 802],
  ] as const) {
    files.makeFolder(folder);
    files.makeFolder(`${folder}/1`);
    files.write(`${folder}/1/cgroup.procs`, String(pid));
  }
  expect(await sweepGroups(files, OWN)).toBe(1);
  expect(files.killed).toEqual([801]);
  expect(files.read(`${gone}/cgroup.procs`)).toBeUndefined();
  expect(files.processesIn(`${living}/1`)).toEqual([802]);
});

test('in scopes beside ours, what hosts that are gone left is ended, and nothing else', async () => {
  const files = new FakeCgroups({
    root: '/sys/fs/cgroup',
    own: '/user.slice/run-2.scope',
    inside: [],
    owned: ['/sys/fs/cgroup/user.slice'],
  });
  const gone = hostName().replace(/\d+-\d+$/, '999999-1');
  const beside = '/sys/fs/cgroup/user.slice/run-1.scope';
  const another = '/sys/fs/cgroup/user.slice/else.service';
  for (const [at, folder] of [beside, another].entries()) {
    files.makeGroup(folder, [900 + at]);
    files.makeGroup(`${folder}/${gone}`, []);
    files.makeGroup(`${folder}/${gone}/1`, [810 + at]);
  }
  expect(await sweepScopes(files, '/sys/fs/cgroup/user.slice/run-2.scope')).toBe(1);
  expect(files.killed).toEqual([810]);
  expect(files.folders(beside)).toEqual([]);
  expect(files.processesIn(beside)).toEqual([900]);
});

test('two containments of one host share its folder: it goes with the last, and is made anew when it is gone', async () => {
  const files = tree();
  const open = async () => {
    const tried = await openCgroupV2({ files, places: cgroupPlaces(files), askScope: noScope });
    if (tried.why !== undefined) throw new Error(tried.why);
    return tried.step;
  };
  const one = await open();
  const other = await open();
  const host = `${OWN}/${hostName()}`;
  one.release();
  one.release();
  expect(files.read(`${host}/cgroup.procs`)).toBe('');
  files.removeFolder(host);
  const prepared = other.prepare();
  expect(files.read(prepared.doors[0] ?? '')).toBe('');
  expect(files.read(`${host}/cgroup.subtree_control`)).toBe('pids');
  await prepared.release();
  other.release();
  expect(files.read(`${host}/cgroup.procs`)).toBeUndefined();
});

test('what is refused while nothing may fork does not count', async () => {
  const files = tree();
  const folder = `${OWN}/1`;
  files.makeGroup(folder, [process.pid]);
  const container = new CgroupContainer({ folders: [folder], pids: folder }, files);
  const refused = async (count: number) => {
    files.write(`${folder}/pids.events`, `max ${count}\n`);
    return (await container.measure(new Set())).refused;
  };
  container.limit(20, 0);
  expect(await refused(2)).toBe(2);
  container.limit(0, 0);
  expect(await refused(7)).toBe(2);
  container.limit(20, 0);
  expect(await refused(8)).toBe(3);
});
