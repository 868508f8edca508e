import type { ITheme } from '@xterm/xterm';

export type TerminalThemeName = 'light' | 'dark' | 'contrast';

const DARK: ITheme = {
  background: '#14161b',
  foreground: '#e3e6eb',
  cursor: '#e3e6eb',
  cursorAccent: '#14161b',
  selectionBackground: '#3a4a7a',
  selectionInactiveBackground: '#333a4a',
  black: '#2c313b',
  red: '#ff7b76',
  green: '#6fcf8e',
  yellow: '#e9c46a',
  blue: '#7da7ff',
  magenta: '#d39bf0',
  cyan: '#63cfd8',
  white: '#d4d8df',
  brightBlack: '#828b9a',
  brightRed: '#ff9d99',
  brightGreen: '#95e3ae',
  brightYellow: '#f5d88f',
  brightBlue: '#a5c2ff',
  brightMagenta: '#e3bdf7',
  brightCyan: '#92e3ea',
  brightWhite: '#ffffff',
};

const LIGHT: ITheme = {
  background: '#ffffff',
  foreground: '#1c2028',
  cursor: '#1c2028',
  cursorAccent: '#ffffff',
  selectionBackground: '#c4d2fb',
  selectionInactiveBackground: '#dde2ea',
  black: '#1c2028',
  red: '#b3261e',
  green: '#16693a',
  yellow: '#7a5200',
  blue: '#2449c9',
  magenta: '#86299c',
  cyan: '#0b6674',
  white: '#c9ced6',
  brightBlack: '#5d6675',
  brightRed: '#cc3a31',
  brightGreen: '#1d7d47',
  brightYellow: '#8f6100',
  brightBlue: '#3a60e0',
  brightMagenta: '#9c3fb2',
  brightCyan: '#117a8a',
  brightWhite: '#ffffff',
};

const CONTRAST: ITheme = {
  ...DARK,
  background: '#000000',
  foreground: '#ffffff',
  cursor: '#ffd84d',
  cursorAccent: '#000000',
  selectionBackground: '#4d4100',
  selectionInactiveBackground: '#333333',
  white: '#ffffff',
  brightBlack: '#c0c0c0',
};

const THEMES: Readonly<Record<TerminalThemeName, ITheme>> = { light: LIGHT, dark: DARK, contrast: CONTRAST };

/** Least contrast between text and ground, whatever colours a program chooses (WCAG 1.4.3 and 1.4.6). */
const CONTRAST_RATIO: Readonly<Record<TerminalThemeName, number>> = { light: 4.5, dark: 4.5, contrast: 7 };

export function terminalTheme(name: TerminalThemeName): {
  readonly theme: ITheme;
  readonly minimumContrastRatio: number;
} {
  return { theme: THEMES[name], minimumContrastRatio: CONTRAST_RATIO[name] };
}

/** Colours of found text, as `#RRGGBB`. */
export function searchColours(name: TerminalThemeName) {
  const [match, active] = name === 'light' ? ['#ffe08a', '#ffb347'] : ['#5a4a12', '#a06a00'];
  return {
    matchBackground: match,
    matchOverviewRuler: match,
    activeMatchBackground: active,
    activeMatchColorOverviewRuler: active,
  };
}
