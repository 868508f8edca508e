import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserMessage } from '../../../../src-renderer/sessions/messages/user-message.tsx';

const image = { hash: 'a'.repeat(64), type: 'image/png', bytes: 2048 } as const;

test('a message names the images that went with it', () => {
  const images = [{ ...image, name: 'cat.png' }, image];
  const item = { kind: 'user', id: '1', at: 0, text: 'What is it?', images } as const;
  const { container } = render(<UserMessage item={{ ...item, images }} session="s" />);
  expect(container.textContent).toContain('with the image cat.png (2');
  expect(container.textContent).toContain('with the image image/png');
});
