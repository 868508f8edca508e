import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TextField } from '../../../src-renderer/ui/text-field.tsx';

function Host({ initial, onText }: { readonly initial: string; readonly onText: (text: string) => void }) {
  const [text, setText] = useState(initial);
  onText(text);
  return <TextField label="Why" value={text} maxLength={1000} onChange={({ target }) => setText(target.value)} />;
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
