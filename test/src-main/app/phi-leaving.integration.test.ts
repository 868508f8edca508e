import { readdir } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SAME_SIGNAL_MS } from '#app/start/end-once';
import { phiApp, phiHome } from '../../support/phi-app.ts';
import { runPhi, startPhi } from '../../support/phi-program.ts';
import { isAlive, processesWithMark } from '../../support/processes.ts';

describe('SIGTERM', () => {
  test('ends the command that runs, and the console is there again', async () => {
    await using phi = await phiApp();
    const { session } = phi;
    await session.shows('work $');
    session.type('sleep 1234\n');
    await expect.poll(() => phi.app.running()).toEqual(['sleep 1234']);
    // A program that is only just being started is hung up on instead.
    await new Promise((resolve) => setTimeout(resolve, 200));
    session.terminate();
    await session.shows(/\[ended by SIGINT\]\nwork \$$/);
    session.terminate();
    expect(await session.exitCode).toBe(0);
  });
});

test('a second SIGTERM ends the console in order, with what was started in it', async () => {
  await using home = await phiHome();
  const { workspace: cwd, dataFolder } = home;
  const [name, value] = [`PHI_TERM_${process.pid}`, 'yes'];
  const environment = { ...home.environment, [name]: value };
  await using phi = await startPhi({ args: ['console'], cwd, environment });
  await phi.shows('work $');
  phi.type('(trap "" TERM HUP; exec sleep 1234) & disown; echo in-the-background\n');
  await phi.shows(/^in-the-background$/m);
  phi.type('sleep 1235\n');
  await expect
    .poll(async () => (await processesWithMark(`${name}=${value}`)).length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(3);
  // A program that is only just being started is hung up on instead.
  await new Promise((resolve) => setTimeout(resolve, 200));
  process.kill(phi.pid, 'SIGTERM');
  await phi.shows(/\[ended by SIGINT\]\nwork \$$/);
  await new Promise((resolve) => setTimeout(resolve, SAME_SIGNAL_MS));
  process.kill(phi.pid, 'SIGTERM');
  expect(await phi.exit).toEqual({ exitCode: 0 });
  expect(await processesWithMark(`${name}=${value}`)).toEqual([]);
  expect((await readdir(dataFolder)).filter((file) => /\.(lock|sock)$/.test(file))).toEqual([]);
});

test('`sigma stop` ends the console, with what runs in it, and the console says why', async () => {
  await using home = await phiHome();
  const { workspace: cwd, environment } = home;
  await using phi = await startPhi({ args: ['console'], cwd, environment });
  await phi.shows('work $');
  phi.type('echo runs; sleep 1236\n');
  await phi.shows(/^runs$/m);
  const stopped = runPhi({ args: ['stop'], cwd, environment });
  expect(await phi.exit).toEqual({ exitCode: 0 });
  expect(await phi.screen()).toContain('Sigma Shell was asked to end');
  expect(await stopped).toMatchObject({ exitCode: 0, stderr: '' });
});

describe('a terminal that is closed', () => {
  test('takes the console with it, all that was started in it, and its lock', async () => {
    await using home = await phiHome();
    const { workspace: cwd, dataFolder } = home;
    const mark = `PHI_LEAVING_${process.pid}=yes`;
    const [name = '', value = ''] = mark.split('=');
    const environment = { ...home.environment, [name]: value };
    await using phi = await startPhi({ args: ['console'], cwd, environment });
    await phi.shows('work $');
    phi.type('(trap "" HUP; exec sleep 1234) & disown; echo in-the-background\n');
    await phi.shows(/^in-the-background$/m);
    phi.type('sleep 1235\n');
    await expect
      .poll(async () => (await processesWithMark(mark)).length, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(3);
    expect(await readdir(dataFolder)).toContain('host.lock');
    // A shell whose terminal is closed hangs up on what runs in it, and the system does once more when the shell is gone.
    const hangUps = setInterval(() => {
      try {
        process.kill(phi.pid, 'SIGHUP');
      } catch {
        clearInterval(hangUps);
      }
    }, 5);
    onTestFinished(() => clearInterval(hangUps));
    const exit = await phi.exit;
    clearInterval(hangUps);
    expect(exit).toEqual({ exitCode: 0 });
    expect(await isAlive(phi.pid)).toBe(false);
    expect(await processesWithMark(mark)).toEqual([]);
    expect((await readdir(dataFolder)).filter((file) => /\.(lock|sock)$/.test(file))).toEqual([]);
  });

  test('leaves the consoles that are joined to it where they are, until they have left', async () => {
    await using home = await phiHome();
    const { workspace: cwd, environment } = home;
    await using phi = await startPhi({ args: ['console'], cwd, environment });
    await phi.shows('work $');
    await using other = await startPhi({ args: ['console'], cwd, environment });
    await other.shows('work $');
    process.kill(phi.pid, 'SIGHUP');
    await phi.shows('Another console is joined to this one');
    process.kill(phi.pid, 'SIGHUP');
    other.type('echo $((6 * 7))\n');
    await other.shows(/^42\nwork \$$/m);
    other.type('\x04');
    expect(await other.exit).toEqual({ exitCode: 0 });
    expect(await phi.exit).toEqual({ exitCode: 0 });
  });
});

test.each(['SIGTERM', 'SIGINT', 'sigma stop'])(
  '%s ends a console that others are joined to as soon as it was left',
  async (way) => {
    await using home = await phiHome();
    const { workspace: cwd, environment } = home;
    await using phi = await startPhi({ args: ['console'], cwd, environment });
    await phi.shows('work $');
    await using other = await startPhi({ args: ['console'], cwd, environment });
    await other.shows('work $');
    phi.type('\x04');
    await phi.shows('Another console is joined to this one');
    if (way === 'sigma stop') expect(await runPhi({ args: ['stop'], cwd, environment })).toMatchObject({ exitCode: 0 });
    else process.kill(phi.pid, way);
    expect(await phi.exit).toEqual({ exitCode: 0 });
    await other.exit;
  },
);
