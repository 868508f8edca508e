import { editor, type IDisposable } from './monaco.ts';

const NAME = 'sigma';

/** Monaco in the colours of the app's tokens, followed when the theme changes. */
export function followTheme(): IDisposable {
  const root = document.documentElement;
  const apply = () => {
    editor.defineTheme(NAME, { base: baseOf(root), inherit: true, rules: [], colors: colours(getComputedStyle(root)) });
    editor.setTheme(NAME);
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  return { dispose: () => observer.disconnect() };
}

function baseOf(root: HTMLElement): editor.BuiltinTheme {
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
const WORD_ALPHA = '33';

function colours(style: CSSStyleDeclaration): Record<string, string> {
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
