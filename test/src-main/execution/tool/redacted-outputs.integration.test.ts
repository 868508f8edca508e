import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LedgerEventData } from '#contract';
import { createOutputs } from '#execution';
import { filterProblem } from '../../../../src-main/app/start/split-command.ts';
import { REDACTED } from '../../../../src-main/core/secrets/redact.ts';
import { commandWorkbench } from '../../../support/command-workbench.ts';
import { filesWith } from '../../../support/files-with.ts';

const KEY = 'phi-0123456789abcdef';

/** A workspace with a file that holds the key, which the redactor knows. */
async function withKey() {
  const it = await commandWorkbench();
  it.ledger.redactor.addKey(KEY);
  await writeFile(join(it.workspace, 's.txt'), `${KEY}\n`);
  return it;
}

type Bench = Awaited<ReturnType<typeof withKey>>;

function ranIn({ records }: Bench) {
  const data = records.find(({ type }) => type === 'command.ran')?.data as LedgerEventData<'command.ran'> | undefined;
  if (!data?.spool) throw new Error('No output was kept');
  return { ...data, spool: data.spool };
}

describe('an output with a key', () => {
  test('is kept with the key blanked, and says so', async () => {
    await using it = await withKey();
    const { content } = await it.run(
      'cat s.txt; printf "phi-0123"; sleep 0.1; printf "456789abcdef\\xff\\n"; echo done',
    );
    const { spool, output, outputBytes } = ranIn(it);
    const kept = await it.ledger.content.read(spool.hash);
    const blanked = Buffer.concat([
      Buffer.from(`${REDACTED}\n${REDACTED}`),
      Buffer.from([0xff]),
      Buffer.from('\ndone\n'),
    ]);
    expect(kept).toEqual(blanked);
    expect(spool).toEqual({ hash: spool.hash, bytes: blanked.length, complete: true, redacted: 2 });
    expect(outputBytes).toBe(2 * KEY.length + '\n'.length + '\xff\ndone\n'.length);
    expect(output).toBe(`${REDACTED}\n${REDACTED}\ufffd\ndone\n`);
    expect(content).not.toContain('phi-');
    expect(await filesWith(it.ledger.folder, KEY)).toEqual([]);
  });

  test('shows no part of a key that stands where the shown text is cut', async () => {
    await using it = await withKey();
    await it.run(`printf 'x%.0s' $(seq 9990); cat s.txt; seq 20000; printf 'y%.0s' $(seq 19990); cat s.txt`);
    const { output } = ranIn(it);
    expect(output).toContain('characters left out');
    expect(output).not.toMatch(/phi-|abcdef/);
  });

  test('without a key is kept as it was printed', async () => {
    await using it = await withKey();
    await it.run('seq 5');
    const { spool } = ranIn(it);
    expect(spool).toMatchObject({ bytes: 10, complete: true });
    expect(spool).not.toHaveProperty('redacted');
  });

  test('gives the filters of its line what was printed, and another filter what is kept', async () => {
    await using it = await withKey();
    const { content } = await it.run('cat s.txt | wc -c');
    expect(content).toContain(String(KEY.length + 1));
    const { spool, split } = ranIn(it);
    expect(split).toMatchObject({ treatment: 'filtered' });
    expect((await it.ledger.content.read(spool.hash)).toString()).toBe(`${REDACTED}\n`);
    expect(await filesWith(it.folder, KEY)).toEqual([join(it.workspace, 's.txt')]);
  });

  test('that an earlier version kept is filtered with its keys blanked', async () => {
    await using it = await withKey();
    const hash = await it.ledger.content.keep(Buffer.from(`a\nkey ${KEY}\n`));
    const session = await it.ledger.session('s');
    const called = await session.append('tool.called', { callId: 'old', tool: 'execute_command', arguments: {} });
    const { id: event } = await session.append(
      'command.ran',
      {
        command: 'x',
        cwd: '/',
        stopReason: 'exit',
        durationMs: 1,
        notWatched: [],
        output: '',
        outputBytes: 9,
        limits: { timeoutMs: 1, maxOutputBytes: 1 },
        spool: { hash, bytes: 27, complete: true },
      },
      { cause: called.id },
    );
    await using outputs = createOutputs({
      ledger: it.ledger,
      redactor: it.ledger.redactor,
      filterProblem,
      environment: { PATH: process.env.PATH ?? '' },
      sandbox: async () => undefined,
      workspaceOf: async () => it.workspace,
    });
    const tool = outputs.tools.tools()[0];
    const context = { session: 's', callId: 'c', workspace: it.workspace, cwd: it.workspace };
    const { signal } = new AbortController();
    const plan = await tool?.plan({ id: event, filter: 'cut -c1-9' }, { ...context, signal });
    const record = async () => 'event';
    const told = await plan?.run({ command: undefined }, { ...context, signal, record, onOutput: () => {} });
    expect(JSON.stringify(told)).toContain('key [secr');
  });
});
