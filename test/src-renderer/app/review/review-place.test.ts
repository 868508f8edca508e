import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusFirstCard, leaveReview } from '../../../../src-renderer/app/review/review-place.ts';

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const focused = () => document.activeElement?.id;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<button id="pressed"></button><textarea id="field"></textarea>' +
    '<aside id="side" data-review-side><h2 id="heading" tabindex="-1"></h2><article id="card" data-question tabindex="-1"></article></aside>';
  byId('pressed').focus();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('the first question gets the focus once the panel has been drawn', () => {
  focusFirstCard();
  vi.runAllTimers();
  expect(focused()).toBe('card');
});

test('a person who has gone elsewhere before the panel was drawn stays there', () => {
  focusFirstCard();
  fireEvent.pointerDown(byId('field'));
  byId('field').focus();
  vi.runAllTimers();
  expect(focused()).toBe('field');
});

test('a review that was hidden again takes the focus from nobody when it opens for a new question', () => {
  byId('side').hidden = true;
  focusFirstCard();
  leaveReview('sessions');
  vi.advanceTimersByTime(100);
  byId('side').hidden = false;
  vi.runAllTimers();
  expect(focused()).toBe('pressed');
});
