import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Decision, Question } from '#contract';
import { probeSandbox } from '#process/sandbox/probe';
import { phiEngine } from '../../support/phi-engine.ts';

const { works, why } = await probeSandbox({ PATH: process.env.PATH ?? '' });
if (!works) test.skip(`no sandbox works here: ${why}`, () => {});

/** The app with a script in its workspace; each question is answered by the next of the answers, else allowed. */
async function setUp(...answers: Decision[]) {
  const phi = await phiEngine({ answer: () => answers.shift() ?? { verdict: 'allow' } });
  const { workspace } = phi.home;
  const write = (name: string, text: string) => writeFile(join(workspace, name), text);
  await write('suite.sh', 'echo first; echo second; sleep 1.1; exit 3\n');
  const call = async (command: string, more: Readonly<Record<string, unknown>> = {}) => {
    const called = { tool: 'execute_command', arguments: { command_line: command, ...more } };
    phi.model.push({ calls: [called] }, { text: 'Done' });
    await phi.say('Go on');
    return (await phi.calls(phi.session)).at(-1)?.result ?? '';
  };
  const runs = async () => (await phi.events('command.ran', phi.session)).length;
  const lastAsked = (): Question | undefined => phi.asked.at(-1);
  return { phi, write, call, runs, lastAsked, [Symbol.asyncDispose]: () => phi[Symbol.asyncDispose]() };
}

const USE: Decision = { verdict: 'allow', useKept: true };

describe.skipIf(!works)('what ran before in the session', () => {
  test('is offered to the person in place of a second run, filtered as the line says; the use is on the record', async () => {
    await using it = await setUp({ verdict: 'allow' }, USE);
    await it.call('sh suite.sh | tail -1');
    expect(it.lastAsked()?.kept).toBeUndefined();

    const result = await it.call('sh suite.sh | grep -n first');

    expect(it.lastAsked()?.kept).toMatchObject({ isOfWorkspace: true, outputBytes: 13, at: expect.any(Number) });
    expect(result).toMatch(
      /^Kept output of (?:a second|\d+ seconds) ago \(call ".+"\)\. The person chose it: nothing was run/,
    );
    expect(result).toContain('Exit code of that run: 3');
    expect(result).toContain('1:first');
    expect(await it.runs()).toBe(1);
    expect((await it.phi.events('approval.decided', it.phi.session)).at(-1)?.data).toMatchObject({ useKept: true });
    expect((await it.phi.events('output.filtered', it.phi.session)).at(-1)?.data).toMatchObject({
      by: 'person',
      filter: 'grep -n first',
    });
  });

  test('is taken by the model without a question, which is told of it after a second run', async () => {
    await using it = await setUp();
    await it.call('sh suite.sh');
    const again = await it.call('sh suite.sh | tail -1');
    const kept = await it.call('sh suite.sh', { use_kept: true });

    expect(again).toContain('with use_kept its output is filtered without running it again');
    expect(kept).toContain('first\nsecond');
    expect(it.phi.asked).toHaveLength(2);
    expect(await it.runs()).toBe(2);
    expect((await it.phi.events('output.filtered', it.phi.session)).at(-1)?.data).toMatchObject({ by: 'model' });
  });

  test('is not, once something has changed: a file, a variable, or what runs', async () => {
    await using it = await setUp();
    await it.call('sh suite.sh');
    await it.call('sh ./suite.sh');
    expect(it.lastAsked()?.kept).toBeUndefined();
    await it.call('sh .//suite.sh', { working_dir: '.' });
    expect(it.lastAsked()?.kept).toBeUndefined();
    await it.phi.line('export MODE=other');
    await it.call('sh suite.sh');
    expect(it.lastAsked()?.kept).toBeUndefined();
    await it.write('data.txt', 'new\n');
    expect(await it.call('sh suite.sh', { use_kept: true })).toContain('no output of this command is kept');
    await it.call('sh suite.sh');
    expect(it.lastAsked()?.kept).toBeUndefined();
    expect(await it.runs()).toBe(5);
  });

  test('is asked about anew where something changes between the question and the answer', async () => {
    const answers: (Decision | undefined)[] = [{ verdict: 'allow' }, USE, { verdict: 'refuse' }];
    await using phi = await phiEngine({
      answer: ({ kept }) => {
        if (kept) execFileSync('touch', [join(phi.home.workspace, 'new.txt')]);
        return answers.shift();
      },
    });
    const called = { tool: 'execute_command', arguments: { command_line: 'sh -c "echo x"' } };
    phi.model.push({ calls: [called] }, { calls: [called] }, { text: 'Done' });
    await phi.say('Go on');

    expect(phi.asked.map(({ kept }) => kept !== undefined)).toEqual([false, true, false]);
    expect(await phi.events('command.ran', phi.session)).toHaveLength(1);
  });

  test('is the person’s choice alone where it may have come from the network or the clock', async () => {
    await using it = await setUp({ verdict: 'allow' }, USE, { verdict: 'allow', outside: true });
    await it.call('sh suite.sh; date');
    await it.call('sh suite.sh; date');
    expect(it.lastAsked()?.kept?.isOfWorkspace).toBe(false);
    expect(await it.call('sh suite.sh; date', { use_kept: true })).toContain('only the person can choose it');
    await it.call('sh suite.sh');
    expect(await it.call('sh suite.sh', { use_kept: true })).toContain('only the person can choose it');
    expect(await it.runs()).toBe(2);
  });
});
