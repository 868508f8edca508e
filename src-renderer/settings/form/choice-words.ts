import { PERMISSIONS } from '../../permissions/permission-words.ts';

/** Names of a setting's values as people say them, by key and value. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'appearance.theme': { system: 'Follow system', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  'appearance.terminal_theme': { match: 'Match app', light: 'Light', dark: 'Dark' },
  'app.background': { ask: 'Ask', end: 'End', stay: 'Stay in the background' },
  'approvals.mode': Object.fromEntries(PERMISSIONS.map(({ value, name }) => [value, name])),
  'console.shell': { auto: 'Run by your login shell', builtin: 'Refused' },
  'keychain.store': { system: 'System keychain', file: 'Encrypted file', session: 'This run only' },
  'prompts.store': { folder: 'Folder', redis: 'Redis' },
  'prompts.render.undefined': {
    guarded: 'Error unless guarded by if',
    strict: 'Always an error',
    off: 'Rendered as <no value>',
  },
  'record.watch': { all: 'Everything', commands: 'Commands of the model', none: 'Nothing' },
  'log.level': { debug: 'Debug', info: 'Info', warn: 'Warnings', error: 'Errors' },
};

/** The name of a value; the value itself where it has none. */
export function choiceWords(key: string, value: string): string {
  return CHOICES[key]?.[value] ?? value;
}
