import { editor } from './monaco.ts';

const NAME = 'sigma';

let isFollowing = false;

/**
 * Monaco in the colours of the app's tokens, followed when the theme changes. Its theme is one for the page, and setting it
 * has every style worked out again, so it is done once and not with each editor.
 */
export function followTheme(): void {
  if (isFollowing) return;
  isFollowing = true;
  const root = document.documentElement;
  const apply = () => {
    editor.defineTheme(NAME, {
      base: baseTheme(root),
      inherit: false,
      rules: rulesOf(root),
      colors: themeColours(getComputedStyle(root)),
    });
    editor.setTheme(NAME);
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
}

/**
 * Kinds of tokens with a colour of their own; checked for 4.5:1 (7:1 in high contrast) on the editor's ground and on
 * added and removed lines, marked words included.
 */
const SYNTAX = ['comment', 'keyword', 'string', 'number', 'type', 'variable', 'tag', 'regexp'] as const;

/** Names under which languages call what is one of ours. */
const ALIASES: Readonly<Record<string, string>> = {
  constant: 'number',
  predefined: 'type',
  attribute: 'variable',
  'attribute.value': 'string',
  metatag: 'tag',
  annotation: 'regexp',
  key: 'variable',
};

function rulesOf(root: HTMLElement): editor.ITokenThemeRule[] {
  const style = getComputedStyle(root);
  const colour = (token: string) => style.getPropertyValue(token).trim().slice(1);
  const named = SYNTAX.map((name) => ({ token: name, foreground: colour(`--syntax-${name}`) }));
  const aliases = Object.entries(ALIASES).map(([token, name]) => ({ token, foreground: colour(`--syntax-${name}`) }));
  return [{ token: '', foreground: colour('--text') }, ...named, ...aliases];
}

function baseTheme(root: HTMLElement): editor.BuiltinTheme {
  if (root.dataset.theme === 'light') return 'vs';
  return root.dataset.theme === 'contrast' ? 'hc-black' : 'vs-dark';
}

/** Monaco's colour by the app's token; what a token does not define as a plain colour is left to the base theme. */
const TOKENS: Readonly<Record<string, string>> = {
  'editor.background': '--surface-0',
  'editor.foreground': '--text',
  'editorGutter.background': '--surface-0',
  'editorLineNumber.foreground': '--text-muted',
  'editorLineNumber.activeForeground': '--text',
  'editorLineNumber.dimmedForeground': '--text-muted',
  'editorWhitespace.foreground': '--text-muted',
  'editorIndentGuide.background1': '--border',
  'editorCursor.foreground': '--accent',
  'editorWidget.background': '--surface-2',
  'editorWidget.foreground': '--text',
  'editorWidget.border': '--border-strong',
  'input.background': '--surface-0',
  'input.foreground': '--text',
  'input.border': '--border-strong',
  focusBorder: '--focus',
  'diffEditor.insertedLineBackground': '--added-bg',
  'diffEditor.removedLineBackground': '--removed-bg',
  'diffEditorGutter.insertedLineBackground': '--added-bg',
  'diffEditorGutter.removedLineBackground': '--removed-bg',
  'diffEditor.border': '--border',
  'diffEditor.unchangedRegionBackground': '--surface-1',
  'diffEditor.unchangedRegionForeground': '--text-muted',
};

/** Words changed within a line stand out from the line's own colour. */
const WORD_ALPHA = '2a';

function themeColours(style: CSSStyleDeclaration): Record<string, string> {
  const value = (token: string) => style.getPropertyValue(token).trim();
  const found = Object.entries(TOKENS).map(([name, token]) => [name, value(token)]);
  const words = [
    ['diffEditor.insertedTextBackground', value('--added-text') + WORD_ALPHA],
    ['diffEditor.removedTextBackground', value('--removed-text') + WORD_ALPHA],
  ];
  return Object.fromEntries(
    [...found, ...words].filter(([, colour]) => /^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(colour ?? '')),
  );
}
