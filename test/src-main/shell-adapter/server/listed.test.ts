import { expect, test } from 'vitest';
import type { AdapterShell } from '#contract';
import { Redactor } from '#core/secrets/redact';
import { shownShell } from '../../../../src-main/shell-adapter/server/listed.ts';

test('of a command of megabytes its beginning is shown, also without the part of a secret at the cut', () => {
  const redactor = new Redactor();
  redactor.add('hunter2hunter2');
  const command = `${'x'.repeat(1995)}hunter2hunter2${'y'.repeat(10_000_000)}`;
  const shell: AdapterShell = {
    id: 's',
    kind: 'session',
    cwd: '/',
    openedAt: 0,
    commands: 1,
    queued: 0,
    running: { command, startedAt: 0, limits: { timeoutMs: 1, maxOutputBytes: 1 } },
  };

  const { running } = shownShell(shell, redactor);

  expect(running?.command.length).toBe(2001);
  expect(running?.command).toMatch(/^x{1995}/);
  expect(running?.command).not.toContain('hunt');
});
