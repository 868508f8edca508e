import { describe, expect, test } from 'vitest';
import { chordOf, formatChord, isPressed, parseChord, writeChord } from '../../../src-renderer/state/chord.ts';

const press = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);
const chord = (text: string, onMac = false) => {
  const parsed = parseChord(text, onMac);
  if (parsed === undefined) throw new Error(`${text} is no chord`);
  return parsed;
};

describe('chords', () => {
  test('Mod is Cmd on macOS and Ctrl elsewhere', () => {
    expect(formatChord(chord('Mod+Shift+P', true), true)).toBe('⇧⌘P');
    expect(formatChord(chord('Mod+Shift+P'), false)).toBe('Ctrl+Shift+P');
  });

  test('what is no chord is refused', () => {
    expect(parseChord('', false)).toBeUndefined();
    expect(parseChord('Hyper+P', false)).toBeUndefined();
  });

  test('a key that is called as something of every object is a key like others', () => {
    const odd = chord('Ctrl+constructor');
    expect(odd.key).toBe('constructor');
    expect(formatChord(odd, false)).toBe('Ctrl+Constructor');
    expect(writeChord(odd)).toBe('Ctrl+Constructor');
  });

  test('plus and comma can be keys', () => {
    expect(chord('Ctrl++').key).toBe('+');
    expect(chord('Mod+,').key).toBe(',');
  });

  test('modifiers have to be exactly those', () => {
    expect(isPressed(chord('Mod+P'), press({ key: 'p', code: 'KeyP', ctrlKey: true }))).toBe(true);
    expect(isPressed(chord('Mod+P'), press({ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isPressed(chord('Mod+P'), press({ key: 'p', code: 'KeyP' }))).toBe(false);
  });

  test('a digit is found under Shift, and a letter on a layout without Latin letters', () => {
    expect(isPressed(chord('Ctrl+Shift+1'), press({ key: '!', code: 'Digit1', ctrlKey: true, shiftKey: true }))).toBe(
      true,
    );
    expect(isPressed(chord('Ctrl+K'), press({ key: 'л', code: 'KeyK', ctrlKey: true }))).toBe(true);
  });

  test('a letter is meant by what it types, not by where it is', () => {
    // On AZERTY the key in the place of Q types A.
    expect(isPressed(chord('Ctrl+Q'), press({ key: 'a', code: 'KeyQ', ctrlKey: true }))).toBe(false);
    expect(isPressed(chord('Ctrl+A'), press({ key: 'a', code: 'KeyQ', ctrlKey: true }))).toBe(true);
  });

  test('a pressed chord is written so that it reads back as itself', () => {
    for (const init of [
      { key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true },
      { key: 'F2', code: 'F2' },
      { key: 'ArrowUp', code: 'ArrowUp', altKey: true },
      { key: ' ', code: 'Space', ctrlKey: true },
      { key: 'Enter', code: 'Enter', ctrlKey: true, altKey: true },
    ]) {
      const taken = chordOf(press(init));
      expect(taken && parseChord(writeChord(taken), false)).toEqual(taken);
    }
  });

  test('a chord that was taken from a key is pressed by that key, whatever the layout', () => {
    for (const init of [
      { key: 'a', code: 'KeyQ', ctrlKey: true }, // AZERTY
      { key: 'Z', code: 'KeyY', ctrlKey: true, shiftKey: true }, // QWERTZ
      { key: 'л', code: 'KeyK', ctrlKey: true },
      { key: 'ö', code: 'Semicolon', ctrlKey: true },
      { key: '!', code: 'Digit1', ctrlKey: true, shiftKey: true },
      { key: 'é', code: 'Digit2', ctrlKey: true },
    ]) {
      const taken = chordOf(press(init));
      expect(taken && isPressed(taken, press(init)), init.key).toBe(true);
    }
    expect(chordOf(press({ key: 'a', code: 'KeyQ', ctrlKey: true }))?.key).toBe('a');
  });

  test('modifiers alone are no chord yet', () => {
    expect(chordOf(press({ key: 'Control', code: 'ControlLeft', ctrlKey: true }))).toBeUndefined();
  });
});
