import { once } from 'node:events';
import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContainmentStep } from '#contract';
import type { ContainedGroup, ContainedStart, ContainmentPort } from '#process/containment/model';
import { openContainment } from '#process/containment/open-containment';
import { readProc, rowOf } from '#process/containment/proc-files';
import { cappedGroup } from '../../../support/capped-group.ts';
import { casesOfTheDay } from '../../../support/cases-of-the-day.ts';
import { isAlive, processesWithMark } from '../../../support/processes.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
const hasVersion1 = await mkdir('/sys/fs/cgroup/pids/test-probe').then(
  () => rmdir('/sys/fs/cgroup/pids/test-probe').then(() => true),
  () => false,
);

interface Way {
  readonly name: string;
  readonly step: ContainmentStep;
  readonly allowNamespace: boolean;
  readonly ladder: readonly ContainmentStep[];
  readonly lacks?: string | undefined;
}

const needsVersion1 = hasVersion1 ? undefined : 'no control groups of version 1 can be made here';
const WAYS: readonly Way[] = [
  {
    name: 'cgroup-v1',
    step: 'cgroup-v1',
    allowNamespace: false,
    ladder: ['cgroup-v1'],
    lacks: needsVersion1,
  },
  {
    name: 'cgroup-v1 with a PID namespace',
    step: 'cgroup-v1',
    allowNamespace: true,
    ladder: ['cgroup-v1', 'pid-namespace'],
    lacks: needsVersion1,
  },
  { name: 'pid-namespace', step: 'pid-namespace', allowNamespace: true, ladder: ['pid-namespace'] },
  { name: 'marked-scan', step: 'marked-scan', allowNamespace: false, ladder: ['marked-scan'] },
];

// Half of them a day.
for (const { name, step, allowNamespace, ladder, lacks } of casesOfTheDay(WAYS, 2)) {
  describe.skipIf(lacks)(lacks === undefined ? name : `${name} (skipped: ${lacks})`, () => {
    let containment: ContainmentPort;
    beforeAll(async () => {
      containment = await openContainment({ environment, allowNamespace, log: silentLogger }, ladder);
    });
    afterAll(() => containment[Symbol.asyncDispose]());

    const start = (script: string, options: Partial<ContainedStart> = {}): Promise<ContainedGroup> =>
      containment.start({
        file: 'bash',
        args: ['--norc', '-c', script],
        cwd: '/tmp',
        environment,
        graceMs: 300,
        ...options,
      });

    test('is the step in use', () => {
      expect(containment.state.step).toBe(step);
    });

    test('it is closed at once, whatever its next launcher is doing', async () => {
      for (let round = 0; round < 12; round++) {
        const own = await openContainment({ environment, allowNamespace, log: silentLogger }, ladder);
        const group = await own.start({ file: 'true', args: [], cwd: '/tmp', environment });
        await group.exited;
        await group.end(0);
        await delay(round % 4);
        const isClosed = own[Symbol.asyncDispose]().then(() => true);
        expect(await Promise.race([isClosed, delay(15_000, false)])).toBe(true);
      }
    });

    test('a program has the arguments, environment, folder, input, output and exit code it would have without', async () => {
      const odd = "a'b\nc \u00c1\u0081\u20ac $HOME `x` \\";
      const script = 'printf "%s|%s|%s|" "$1" "$ODD" "$PWD"; cat; env | sort >&2; exit 7';
      const given = { ...environment, ODD: odd, IFS: ',', 'BASH_FUNC_hi%%': '() { echo hi; }' };
      await using group = await start('', {
        args: ['--norc', '-c', `${script}`, 'bash', odd],
        cwd: '/usr',
        environment: given,
        stdin: 'pipe',
      });
      group.stdin?.end('typed');
      const [said, told, exit] = await Promise.all([text(group.stdout), text(group.stderr), group.exited]);
      expect(said).toBe(`${odd}|${odd}|/usr|typed`);
      expect(exit.exitCode).toBe(7);
      const names = told.match(/^[A-Z_]+(?==)/gm) ?? [];
      expect(names.filter((one) => !['_', 'SHLVL', 'PWD', 'OLDPWD', 'SIGMA_GROUP'].includes(one)).sort()).toEqual(
        expect.arrayContaining(['HOME', 'ODD', 'PATH']),
      );
      expect(told).toContain('BASH_FUNC_hi%%');
    });

    test('a long text arrives whole, and the side channel is there', async () => {
      const long = 'x'.repeat(100_000);
      await using group = await start('', {
        args: ['--norc', '-c', 'printf %s "$' + '{#1}"; echo aside >&3', 'bash', long],
        hasSide: true,
      });
      // Together, as what is not being read when a program exits is dropped.
      expect(await Promise.all([text(group.stdout), group.side && text(group.side)])).toEqual(['100000', 'aside\n']);
    });

    test('what is not there, or cannot be given, is an expected failure', async () => {
      await expect(start('', { file: '/no/such/program' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(start('true', { cwd: '/no/such/folder' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(start('a\0b')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(start('x'.repeat(200_000))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });

    test('what left the group, hung up, or was stopped counts and is ended, and nobody else', async () => {
      const mark = `TEST-${crypto.randomUUID()}`;
      await using bystander = await containment.start({
        file: 'sleep',
        args: ['300'],
        cwd: '/',
        environment,
        graceMs: 0,
      });
      const script =
        'setsid sleep 301 & nohup sleep 302 >/dev/null 2>&1 & setsid setsid nohup sleep 303 & (sleep 304 & disown); echo ready; kill -STOP 0';
      const group = await start(script, { environment: { ...environment, MARK: mark } });
      await once(group.stdout, 'data');
      await until(async () => (await group.usage())?.processes === 5);
      const from = performance.now();

      await group.end(0);

      expect(performance.now() - from).toBeLessThan(3000);
      expect(await group.pids()).toEqual([]);
      expect(await processesWithMark(mark)).toEqual([]);
      expect(await isAlive(bystander.pid)).toBe(true);
    });

    test.skipIf(step === 'marked-scan')(
      'what threw its mark away and left is ended as well (a marked scan finds it only while its parent lives)',
      async () => {
        const group = await start(
          'setsid env -i /bin/sleep 305 & setsid env -i /bin/bash -c "/bin/sleep 306 & exit" ; sleep 0.2; echo; sleep 60',
        );
        await once(group.stdout, 'data');
        const left = (await group.pids()).length;
        await group.end(0);
        expect(await group.pids()).toEqual([]);
        expect(left).toBeGreaterThan(0);
        const lines = await commandLines();
        expect(lines.filter((line) => /sleep\0(305|306)/.test(line))).toEqual([]);
      },
    );

    test('a program may end itself within the grace period', async () => {
      const group = await start("trap 'echo bye; exit 9' TERM; echo ready; while :; do sleep 0.05; done", {
        graceMs: 10_000,
      });
      await once(group.stdout, 'data');
      const rest = text(group.stdout);
      await group.end();
      expect((await group.exited).exitCode).toBe(9);
      expect(await rest.catch(() => 'bye\n')).toContain('bye');
    });

    test('all but the program itself can be ended', async () => {
      await using group = await start(
        "trap '' TERM; setsid sleep 307 & sleep 308 & echo ready; wait; echo alone; read x <&0; sleep 309",
      );
      let said = '';
      group.stdout.on('data', (chunk) => {
        said += chunk;
      });
      await until(async () => said.includes('ready') && (await group.pids()).length === 3);
      const program = await group.programPid();

      await group.endOthers(100);
      await until(async () => said.includes('alone'));

      expect(await group.pids()).toContain(program);
      expect((await commandLines()).filter((line) => /sleep\0(307|308)/.test(line))).toEqual([]);
    });

    test('usage counts dead children, memory and processes', async () => {
      await using group = await start(
        '(i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done); exec /usr/bin/python3 -uc "x = bytearray(60 << 20); print(1); import time; time.sleep(60)"',
      );
      await once(group.stdout, 'data');
      const usage = await group.usage();
      expect(usage?.processes).toBe(1);
      expect(usage?.memoryBytes).toBeGreaterThan(60 * 1024 * 1024);
      expect(usage?.memoryBytes).toBeLessThan(120 * 1024 * 1024);
      expect(usage?.cpuMs).toBeGreaterThan(50);
    });

    test('of a fork bomb nothing is left within seconds', { timeout: 60_000 }, async ({ skip }) => {
      const bomb = ':(){ :|:& };:; sleep 60';
      await using cap = step === 'cgroup-v1' ? undefined : cappedGroup(600);
      if (step !== 'cgroup-v1' && !cap) skip('as nothing here would keep the bomb from the machine itself');
      const mark = `TEST-${crypto.randomUUID()}`;
      const args = cap?.args(bomb) ?? ['--norc', '-c', bomb];
      const group = await start('', { args, processes: 200, environment: { ...environment, MARK: mark } });
      group.stdout.resume();
      group.stderr.resume();
      // Who stands still at every look comes to nothing on a slow machine.
      await until(async () => {
        const usage = await group.usage();
        return usage !== undefined && (usage.processes >= 150 || usage.refused > 0);
      }, 30_000);
      if (group.isLimited) expect((await group.usage())?.processes).toBeLessThanOrEqual(200);
      else await group.usage(true);
      const from = performance.now();

      await group.end(0);

      // Alone it is a fraction of a second; the machine may be busy.
      expect(performance.now() - from).toBeLessThan(15_000);
      expect(await processesWithMark(mark)).toEqual([]);
    });

    test('what is paused stands still with all that it starts, goes on as it was, and can be ended meanwhile', async () => {
      const counting = 'for ((i = 0; ; i++)); do /bin/echo $i; done';
      const script = `sleep 600 & sleep 0.2; kill -STOP $!; ${counting} & ${counting}`;
      await using group = await start(script);
      let bytes = 0;
      group.stdout.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      group.stderr.resume();
      await until(async () => bytes > 1000);
      await group.pause();
      await delay(100);
      const before = bytes;
      await delay(300);
      expect(bytes).toBe(before);
      group.goOn();
      await until(async () => bytes > before + 1000);
      const sleeping = (await group.pids()).filter((pid) => readProc(`/proc/${pid}/cmdline`).startsWith('sleep'));
      expect(sleeping.map((pid) => rowOf(pid)?.isStopped)).toEqual([true]);
      await group.pause();
      await group.end(0);
      expect(await group.pids()).toEqual([]);
    });

    test.runIf(step === 'cgroup-v1')(
      'the kernel refuses what is too much, threads aside, and a limit can be raised',
      async () => {
        const script =
          'for i in $(seq 30); do sleep 310 & done; echo ready; read -r go; for i in $(seq 30); do sleep 311 & done; echo ready; wait';
        await using group = await start(script, { processes: 20, stdin: 'pipe' });
        group.stderr.resume();
        await until(async () => ((await group.usage())?.refused ?? 0) > 0);
        expect((await group.usage())?.processes).toBeLessThanOrEqual(20);
        await group.limitProcesses(200);
        group.stdin?.write('\n');
        await until(async () => ((await group.usage())?.processes ?? 0) > 40);
      },
    );

    test.runIf(step === 'cgroup-v1')('what is refused while others are ended is not the command’s doing', async () => {
      const script =
        "(trap '' TERM; while :; do (:) 2>/dev/null; done) & trap '' TERM; echo ready; read -r go; sleep 60";
      await using group = await start(script, { processes: 50, stdin: 'pipe' });
      group.stderr.resume();
      await once(group.stdout, 'data');
      await group.endOthers(50);
      expect((await group.pids()).length).toBe(1);
      expect((await group.usage())?.refused).toBe(0);
    });

    test.runIf(step === 'cgroup-v1' && !allowNamespace)(
      'what moved itself to another control group is ended as well',
      async () => {
        const other = `/sys/fs/cgroup/pids/test-${crypto.randomUUID()}`;
        await mkdir(other);
        const mark = `TEST-${crypto.randomUUID()}`;
        const script = `(echo $BASHPID >${other}/cgroup.procs && exec setsid sleep 313) & sleep 0.3; echo gone`;
        const group = await start(script, { environment: { ...environment, MARK: mark } });
        await once(group.stdout, 'data');
        await group.exited;
        const known = [
          (await group.pids()).length,
          (await group.strays?.())?.length,
          (await processesWithMark(mark)).length,
        ];
        await group.end(0);
        expect(known).toEqual([0, 1, 1]);
        await until(async () => (await processesWithMark(mark)).length === 0);
        await until(() =>
          rmdir(other).then(
            () => true,
            () => false,
          ),
        );
      },
    );

    test.runIf(allowNamespace)('its processes see each other alone', async () => {
      await using group = await start(
        `[ -e /proc/${process.pid}/stat ] && [ "$(readlink /proc/self/ns/pid)" = "$1" ] && echo seen; echo done`,
      );
      expect(await text(group.stdout)).toBe('done\n');
    });

    test('ten at once are ten', async () => {
      const one = async (at: number) => {
        await using group = await start(`echo ${at}; exit ${at}`);
        return [await text(group.stdout), (await group.exited).exitCode];
      };
      const exits = await Promise.all(Array.from({ length: 10 }, (_, at) => one(at)));
      expect(exits).toEqual(Array.from({ length: 10 }, (_, at) => [`${at}\n`, at]));
    });
  });
}

test('closing it ends what runs and leaves no control group behind', async () => {
  const containment = await openContainment({ environment, allowNamespace: false, log: silentLogger });
  const group = await containment.start({ file: 'sleep', args: ['312'], cwd: '/', environment });
  await containment[Symbol.asyncDispose]();
  expect(await isAlive(group.pid)).toBe(false);
  const groups = await readFile(`/proc/${process.pid}/cgroup`, 'utf8');
  expect(groups).not.toContain('sigma-');
  await expect(containment.start({ file: 'true', args: [], cwd: '/', environment })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

async function until(isSo: () => Promise<boolean>, withinMs = 15_000): Promise<void> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; await delay(10)) {
    if (await isSo()) return;
  }
  throw new Error('It did not come to be');
}

async function commandLines(): Promise<string[]> {
  const { readdir } = await import('node:fs/promises');
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')));
}
