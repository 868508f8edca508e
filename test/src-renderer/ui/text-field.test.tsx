import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TextField } from '../../../src-renderer/ui/text-field.tsx';

interface HostProps {
  readonly initial: string;
  readonly takesLines?: boolean;
  readonly onText: (text: string) => void;
}

function Host({ initial, takesLines = false, onText }: HostProps) {
  const [text, setText] = useState(initial);
  onText(text);
  return (
    <TextField label="Why" takesLines={takesLines} value={text} onChange={({ target }) => setText(target.value)} />
  );
}

test('a text of several lines keeps its line breaks when something is added to it, and the focus when they are gone', async () => {
  let text = '';
  render(<Host initial={'one\ntwo'} onText={(now) => (text = now)} />);
  const user = userEvent.setup();
  const field = screen.getByLabelText('Why');
  await user.click(field);
  await user.keyboard('!');
  expect(text).toBe('one\ntwo!');
  await user.clear(field);
  await user.keyboard('three');
  expect(text).toBe('three');
  expect(document.activeElement).toBe(screen.getByLabelText('Why'));
});

test('any other text has a field of one line', () => {
  render(<Host initial="one" onText={() => {}} />);
  expect(screen.getByLabelText('Why').tagName).toBe('INPUT');
});

test('a field that takes lines keeps the breaks of what is pasted', async () => {
  let text = '';
  render(<Host initial="" takesLines onText={(now) => (text = now)} />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Why'));
  await user.paste('npm run build\nnpm test');
  expect(text).toBe('npm run build\nnpm test');
});
