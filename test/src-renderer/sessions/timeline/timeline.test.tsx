import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import { changeRow } from '../../../support/changes-host.ts';
import { proposedChange } from '../../../support/proposed-change.ts';
import { edit, openSessions, reply, session } from '../session-workbench.tsx';

const said = (id: string, turn: string, more: object = {}): ConversationItem => ({
  kind: 'user',
  id,
  at: Date.now() - 1000,
  text: `Do ${id}\nand more`,
  turn,
  profile: 'fast',
  ...more,
});
const items: readonly ConversationItem[] = [
  said('first', 't1', { at: Date.now() - 3 * 86_400_000 }),
  edit({ turn: 't1' }),
  reply({ turn: 't1' }),
  said('folded', 't2', { rewound: 'r1' }),
  {
    kind: 'notice',
    id: 'r1',
    at: Date.now() - 500,
    level: 'info',
    text: 'Rewound to before “Do folded”',
    rewind: { messages: 1, withFiles: true, isRedone: false, canRedo: true },
  },
  said('second', 't3'),
  reply({ id: 'a3', turn: 't3' }),
];
const changed = changeRow([
  proposedChange({ id: 'e1', path: '/w/a', shownPath: 'a', state: 'applied', canUndo: true, change: 'created' }),
]);

async function openTimeline() {
  const used = session({ usage: { prompt: 5, completion: 5, total: 10 } });
  const opened = await openSessions({ sessions: [used], items, turns: [changed] });
  await screen.findByText('Do second', { exact: false });
  fireEvent.click(screen.getByRole('button', { name: 'Timeline' }));
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Timeline' })) };
}

test('messages and rewinds are listed by day, the newest first, with what each turn did', async () => {
  const { dialog } = await openTimeline();
  const names = dialog.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'));
  expect(names).toEqual(['Do second', 'Rewound to before “Do folded”', 'Do folded', 'Do first']);
  await waitFor(() =>
    expect(dialog.getByRole('listitem', { name: 'Do first' }).textContent).toMatch(/fast.*1 call.*\+1 added/),
  );
  expect(dialog.getByRole('listitem', { name: 'Do folded' }).textContent).toContain('Rewound');
  expect(dialog.getByRole('region', { name: 'Last 7 days' })).toBeDefined();
});

test('each leads to where it can be gone: what is folded has a rewind to take back alone', async () => {
  const { dialog, calls } = await openTimeline();
  const folded = within(dialog.getByRole('listitem', { name: 'Do folded' }));
  expect(folded.queryAllByRole('button')).toEqual([]);
  expect(dialog.getByRole('button', { name: 'Redo: Rewound to before “Do folded”' })).toBeDefined();
  expect(await dialog.findByRole('button', { name: 'Show in Changes: Do first' })).toBeDefined();

  fireEvent.click(dialog.getByRole('button', { name: 'Rewind to here: Do first' }));
  await waitFor(() => expect(calls).toContainEqual(['planRewind', { session: 's1', message: 'first' }]));
  expect(screen.queryByRole('dialog', { name: 'Timeline' })).toBeNull();
  expect(await screen.findByText(/Not rewound: The conversation was rewound/)).toBeDefined();
});

test('the folder before a message is packed as an image, and what is not in it is named', async () => {
  const { dialog, calls } = await openTimeline();
  fireEvent.click(dialog.getByRole('button', { name: 'Pack as image: Do second' }));
  const packing = within(await screen.findByRole('dialog', { name: 'Pack as image' }));
  expect(packing.getByRole('button', { name: 'Pack' })).toHaveProperty('disabled', true);
  fireEvent.change(packing.getByRole('textbox', { name: 'Image' }), { target: { value: '/w/taken' } });
  fireEvent.click(packing.getByRole('button', { name: 'Pack' }));
  expect(await packing.findByText('/w/taken is there')).toBeDefined();

  fireEvent.change(packing.getByRole('textbox', { name: 'Image' }), { target: { value: ' /w/then ' } });
  fireEvent.click(packing.getByRole('button', { name: 'Pack' }));
  const remarks = within(await packing.findByRole('list', { name: 'Remarks' }));
  expect(remarks.getByText('Not in it: big.bin (too large to be kept)')).toBeDefined();
  expect(calls).toContainEqual(['packPoint', { session: 's1', message: 'second', image: '/w/then' }]);
  fireEvent.click(packing.getByRole('button', { name: 'Back to the timeline' }));
  expect(await screen.findByRole('dialog', { name: 'Timeline' })).toBeDefined();
});
