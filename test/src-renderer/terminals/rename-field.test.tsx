import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RenameField } from '../../../src-renderer/terminals/rename-field.tsx';

/** Returns the field's answer when `bash` is replaced by `typed` and Enter is pressed. */
function answerTo(typed: string): string | undefined {
  const answers: (string | undefined)[] = [];
  const view = render(<RenameField title="bash" onFinish={(title) => answers.push(title)} />);
  onTestFinished(() => view.unmount());
  const field = screen.getByRole('textbox', { name: 'Terminal name' });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(answers).toHaveLength(1);
  return answers[0];
}

describe('Enter in the name of a terminal', () => {
  test('keeps another name', () => expect(answerTo(' logs ')).toBe('logs'));
  test('leaves a name that was not changed to the program', () => expect(answerTo('bash ')).toBeUndefined());
  test('gives the name back to the program when it is empty', () => expect(answerTo('  ')).toBe(''));
});

test('a name that was left as it was stays the program’s own, also when the program gives it another meanwhile', () => {
  const finished: (string | undefined)[] = [];
  const field = (title: string) => <RenameField title={title} onFinish={(one) => finished.push(one)} />;
  const view = render(field('bash'));
  onTestFinished(() => view.unmount());
  view.rerender(field('vim notes.md'));
  const input = screen.getByRole('textbox', { name: 'Terminal name' });
  fireEvent.blur(input);
  fireEvent.change(input, { target: { value: ' build ' } });
  fireEvent.blur(input);
  expect(finished).toEqual([undefined, 'build']);
});

test('Enter that ends a word of an input method does not end the name', () => {
  const finished: (string | undefined)[] = [];
  const view = render(<RenameField title="bash" onFinish={(one) => finished.push(one)} />);
  onTestFinished(() => view.unmount());
  const input = screen.getByRole('textbox', { name: 'Terminal name' });
  fireEvent.change(input, { target: { value: 'にほn' } });
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Escape', isComposing: true });
  expect(finished).toEqual([]);
});
