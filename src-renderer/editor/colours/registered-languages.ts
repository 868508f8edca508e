/**
 * Registry of Monaco's languages in a worker, where the editor cannot be loaded. The build puts this file in place of the editor's own
 * (`electron.vite.config.ts`).
 */
import type { languages as monacoLanguages } from 'monaco-editor/editor';

export interface RegisteredLanguage {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly extensions?: readonly string[];
  readonly mimetypes?: readonly string[];
}

export interface LanguageFactory {
  create(): PromiseLike<monacoLanguages.IMonarchLanguage>;
}

export const registered: RegisteredLanguage[] = [];
export const factories = new Map<string, LanguageFactory>();

/** The part of Monaco's `languages` that its definitions of languages call. */
export const languages = {
  // The numbers of Monaco's enumeration, which indent what is typed; nothing is typed in a worker.
  IndentAction: { None: 0, Indent: 1, IndentOutdent: 2, Outdent: 3 },
  register: (language: RegisteredLanguage): void => void registered.push(language),
  registerTokensProviderFactory: (id: string, factory: LanguageFactory): void => void factories.set(id, factory),
  onLanguageEncountered: (): void => {},
  setLanguageConfiguration: (): void => {},
};
