import { expect, test } from 'vitest';
import { composerKey } from '../../../../src-renderer/sessions/composer/composer-keys.ts';

const nothing = { isEmpty: true, isRunning: false, isListOpen: false, tabMovesFocus: false, hasSelection: false };
const typed = { ...nothing, isEmpty: false };
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false };

test.each([
  ['Enter', {}, nothing, 'submit'],
  ['Enter', { shiftKey: true }, typed, undefined],
  ['Enter', { isComposing: true }, typed, undefined],
  ['Enter', {}, { ...typed, isListOpen: true }, 'list-accept'],
  ['Tab', {}, nothing, 'cycle'],
  ['Tab', {}, typed, 'complete'],
  ['Tab', { shiftKey: true }, typed, 'permission'],
  ['Tab', { shiftKey: true }, nothing, 'permission'],
  ['Tab', { shiftKey: true }, { ...typed, isListOpen: true }, 'permission'],
  ['Tab', { shiftKey: true }, { ...typed, tabMovesFocus: true }, undefined],
  ['Tab', {}, { ...typed, tabMovesFocus: true }, undefined],
  ['Escape', {}, nothing, undefined],
  ['Escape', {}, { ...nothing, isRunning: true }, 'stop'],
  ['Escape', {}, { ...typed, isRunning: true, isListOpen: true }, 'list-close'],
  ['c', { ctrlKey: true }, typed, 'abandon'],
  ['c', { ctrlKey: true }, { ...typed, hasSelection: true }, undefined],
  ['c', { ctrlKey: true }, nothing, undefined],
  ['C', { ctrlKey: true, shiftKey: true }, { ...nothing, isRunning: true }, undefined],
  ['c', { metaKey: true }, typed, undefined],
  ['r', { ctrlKey: true }, typed, 'search'],
  ['m', { ctrlKey: true }, typed, 'toggle-tab'],
  ['ArrowUp', {}, typed, 'older'],
  ['ArrowUp', { altKey: true }, typed, undefined],
  ['x', {}, typed, undefined],
] as const)('%s with %o in %o is %s', (key, modifiers, situation, expected) => {
  expect(composerKey({ ...none, key, ...modifiers }, situation)).toBe(expected);
});
