import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AccessibleDiff } from '../../../../src-renderer/changes/accessible/accessible-diff.tsx';
import { nothingToReview } from '../../../../src-renderer/changes/review/review-state.ts';
import { apiOf, renderPane } from '../../../support/pane.tsx';
import { proposedDiff } from '../../../support/proposed-change.ts';
import { scrolledElements } from '../../../support/scrolled-elements.ts';

const { hunks } = proposedDiff('p1');

const diff = (isFinding: boolean) => (
  <AccessibleDiff
    review={{ ...nothingToReview, id: 'p1', hunks, current: 1 }}
    comments={[]}
    canDecide={false}
    dispatch={() => {}}
    onComment={() => {}}
    onEndSeen={() => {}}
    isFinding={isFinding}
    onCloseFind={() => {}}
  />
);

test('a line that is looked for once more is brought into view once more', async () => {
  const scrolled = scrolledElements();
  const { rerender } = renderPane(apiOf({}), diff(true));
  await userEvent.setup().type(screen.getByLabelText('Find in the diff', { selector: 'input' }), 'new 3');
  const found = () => scrolled.filter((element) => element.textContent?.includes('new 3')).length;
  const before = found();
  expect(before).toBeGreaterThan(0);
  rerender(diff(false));
  rerender(diff(true));
  expect(found()).toBe(before + 1);
});
