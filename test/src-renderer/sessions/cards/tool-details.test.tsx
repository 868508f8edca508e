import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ToolDetails } from '../../../../src-renderer/sessions/cards/tool-details.tsx';
import type { ToolItem } from '../../../../src-renderer/sessions/items/tool-item.ts';

test('all characters that are not shown are counted', async () => {
  const item = { tool: 'shell', sent: '{}', result: `${'y'.repeat(19_999)}🙂y` } as unknown as ToolItem;
  render(<ToolDetails item={item} />);
  await userEvent.setup().click(screen.getByText('Details of the call'));
  expect(await screen.findByText(/3 more characters are in Activity/)).toBeTruthy();
});
