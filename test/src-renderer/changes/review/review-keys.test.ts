import { describe, expect, test } from 'vitest';
import { reviewCommand } from '../../../../src-renderer/changes/review/review-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, more = {}) => ({ key, ...plain, ...more });

function inRegion(html: string): Element {
  const region = document.createElement('section');
  region.innerHTML = html;
  return region.querySelector('[data-focus]') ?? region;
}

describe('in the diff region', () => {
  test.each([
    ['ArrowDown', 'next'],
    ['ArrowUp', 'previous'],
    ['ArrowRight', 'next-file'],
    ['ArrowLeft', 'previous-file'],
    ['Enter', 'accept'],
    ['x', 'reject'],
    ['X', 'reject'],
    ['e', 'edit'],
    ['n', 'note'],
    ['l', 'enter-lines'],
    ['c', 'comment'],
    [' ', 'toggle'],
    ['Escape', 'leave'],
  ])('%s means %s', (key, command) => {
    expect(reviewCommand(press(key), inRegion(''))).toBe(command);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('%s makes it another key', (modifier) => {
    expect(reviewCommand(press('x', { [modifier]: true }), inRegion(''))).toBeUndefined();
  });

  test('a key held down decides once but moves on', () => {
    expect(reviewCommand(press('Enter', { repeat: true }), inRegion(''))).toBeUndefined();
    expect(reviewCommand(press('x', { repeat: true }), inRegion(''))).toBeUndefined();
    expect(reviewCommand(press('ArrowDown', { repeat: true }), inRegion(''))).toBe('next');
  });
});

describe('where something else has the focus', () => {
  test.each(['<textarea data-focus></textarea>', '<input data-focus>', '<p contenteditable="true" data-focus></p>'])(
    '%s keeps every key',
    (html) => {
      for (const key of ['x', 'e', 'n', 'Enter', 'ArrowDown', 'Escape']) {
        expect(reviewCommand(press(key), inRegion(html))).toBeUndefined();
      }
    },
  );

  test('a button keeps Enter and leaves the rest', () => {
    const button = inRegion('<button data-focus>Reject all</button>');
    expect(reviewCommand(press('Enter'), button)).toBeUndefined();
    expect(reviewCommand(press('x'), button)).toBe('reject');
    expect(reviewCommand(press('ArrowDown'), button)).toBe('next');
  });

  const side = (name: string, widget = '') =>
    `<div class="editor ${name}"><div class="monaco-editor">${widget || '<textarea data-focus></textarea>'}</div></div>`;

  test("Monaco's editable side keeps every key", () => {
    const typing = inRegion(`<div data-editable="true">${side('modified')}</div>`);
    expect(reviewCommand(press('x'), typing)).toBeUndefined();
    expect(reviewCommand(press('Escape'), typing)).toBeUndefined();
  });

  test("Monaco's other sides keep none", () => {
    expect(reviewCommand(press('x'), inRegion(`<div data-editable="true">${side('original')}</div>`))).toBe('reject');
    expect(reviewCommand(press('ArrowDown'), inRegion(`<div>${side('modified')}</div>`))).toBe('next');
  });

  test("Monaco's find box is a text field on either side", () => {
    const find = '<div class="editor-widget find-widget"><textarea data-focus></textarea></div>';
    expect(reviewCommand(press('x'), inRegion(`<div>${side('original', find)}</div>`))).toBeUndefined();
  });
});
