import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failure } from '../../support/pane.tsx';
import { showSettings as show, stateWith } from './settings-box.tsx';

describe('the settings file', () => {
  const editor = () => screen.getByRole('textbox', { name: 'Settings file' });

  test('is saved as it was typed', async () => {
    const saved: unknown[] = [];
    const { user } = show(stateWith(), { settings: { saveYaml: async (input: unknown) => void saved.push(input) } });
    await user.click(screen.getByRole('tab', { name: 'Settings file' }));
    await user.clear(editor());
    await user.type(editor(), 'log:');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([{ yaml: 'log:' }]);
  });

  test('that is typed on while it is saved was changed by nobody else; what another writes then is told of', async () => {
    let finish = () => {};
    const saveYaml = () => new Promise<void>((resolve) => (finish = resolve));
    const warning = () => screen.queryByText(/The file has changed meanwhile/);
    const { user, again } = show(stateWith({ yaml: 'log:' }), { settings: { saveYaml } });
    await user.click(screen.getByRole('tab', { name: 'Settings file' }));
    await user.type(editor(), ' a');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(editor(), 'b');
    again(stateWith({ yaml: 'log: a' }));
    expect(warning()).toBeNull();
    await act(async () => finish());
    expect(editor()).toHaveProperty('value', 'log: ab');
    expect(warning()).toBeNull();
    again(stateWith({ yaml: 'log: c' }));
    expect(warning()).not.toBeNull();
    again(stateWith({ yaml: 'log:' }));
    expect(warning()).not.toBeNull();
  });

  test('that is refused says every problem with its line, keeps the text, and goes to the line', async () => {
    const refusal = Object.assign(failure('INVALID_INPUT', 'The settings have 1 problem.'), {
      data: { problems: [{ path: 'limits.rounds', line: 4, message: 'must be a number' }] },
    });
    const { user } = show(stateWith(), { settings: { saveYaml: async () => Promise.reject(refusal) } });
    await user.click(screen.getByRole('tab', { name: 'Settings file' }));
    await user.type(editor(), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const problems = await screen.findByRole('list', { name: 'Problems' });
    expect(problems.textContent).toContain('must be a number');
    await user.click(within(problems).getByRole('button', { name: 'Line 4' }));
    const field = editor() as HTMLTextAreaElement;
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('  rounds: 3');
  });

  test('that is broken is named, cannot be changed by the form, and can be replaced', async () => {
    let isReplaced = false;
    const replaceBroken = async () => {
      isReplaced = true;
      return { kept: '/data/settings.broken.yaml' };
    };
    const { user } = show(stateWith({ problems: [{ path: 'limits', line: 2, message: 'is not a map' }] }), {
      settings: { replaceBroken },
    });
    const [banner] = screen.getAllByRole('alert');
    expect(banner?.textContent).toContain('/data/settings.yaml');
    expect(banner?.textContent).toContain('Line 2');
    expect(screen.getByLabelText('Theme')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Keep a copy and start from the defaults' }));
    expect(isReplaced).toBe(true);
  });
});

test('the app log is shown by level', async () => {
  const log = async () => [
    '{"level":30,"time":1700000000000,"event":"app.started"}',
    '{"level":50,"time":1700000001000,"event":"web.failed","port":1}',
    'not json \u202e',
  ];
  const { user } = show(stateWith(), { app: { log } });
  await user.click(screen.getByRole('tab', { name: 'App log' }));
  const lines = screen.getByRole('log', { name: 'Lines of the app log' });
  await waitFor(() => expect(lines.textContent).toContain('app.started'));
  expect(within(lines).getByRole('img').textContent).toBe('U+202E');
  await user.selectOptions(screen.getByLabelText('Least level'), 'error');
  expect(lines.textContent).not.toContain('app.started');
  expect(lines.textContent).toContain('web.failed {"port":1}');
});
