/** Parts of Monaco that its typings leave out, as far as they are used here. */

declare module 'monaco-editor/editor/common/core/ranges/lineRange' {
  export class LineRange {
    constructor(startLineNumber: number, endLineNumberExclusive: number);
  }
}

declare module 'monaco-editor/editor/common/diff/rangeMapping' {
  import type { IRange } from 'monaco-editor/editor';
  import type { LineRange } from 'monaco-editor/editor/common/core/ranges/lineRange';

  export class RangeMapping {
    constructor(originalRange: IRange, modifiedRange: IRange);
    readonly originalRange: IRange;
    readonly modifiedRange: IRange;
  }
  export class DetailedLineRangeMapping {
    constructor(original: LineRange, modified: LineRange, innerChanges: readonly RangeMapping[] | undefined);
    readonly innerChanges: readonly RangeMapping[] | undefined;
  }
}

declare module 'monaco-editor/editor/common/diff/linesDiffComputers' {
  import type { DetailedLineRangeMapping } from 'monaco-editor/editor/common/diff/rangeMapping';

  interface DiffComputerOptions {
    readonly ignoreTrimWhitespace: boolean;
    readonly maxComputationTimeMs: number;
    readonly computeMoves: boolean;
  }
  export const linesDiffComputers: {
    getDefault(): {
      computeDiff(
        original: readonly string[],
        modified: readonly string[],
        options: DiffComputerOptions,
      ): { readonly changes: readonly DetailedLineRangeMapping[] };
    };
  };
}

declare module 'monaco-editor/editor/browser/widget/diffEditor/diffProviderFactoryService' {
  import type { editor, IDisposable, IEvent } from 'monaco-editor/editor';
  import type { DetailedLineRangeMapping } from 'monaco-editor/editor/common/diff/rangeMapping';

  export interface DocumentDiff {
    readonly changes: readonly DetailedLineRangeMapping[];
    readonly moves: readonly never[];
    readonly identical: boolean;
    readonly quitEarly: boolean;
  }
  export interface DocumentDiffProvider extends IDisposable {
    readonly onDidChange: IEvent<void>;
    computeDiff(
      original: editor.ITextModel,
      modified: editor.ITextModel,
      options: unknown,
      token: unknown,
    ): Promise<DocumentDiff>;
  }
  /** Compares in a worker. */
  export class WorkerBasedDocumentDiffProvider implements DocumentDiffProvider {
    readonly onDidChange: IEvent<void>;
    computeDiff: DocumentDiffProvider['computeDiff'];
    dispose(): void;
  }
}

declare module 'monaco-editor/editor/standalone/browser/standaloneServices' {
  export const StandaloneServices: {
    /** Replaces services, before the first editor; later calls return the existing ones. */
    initialize(replaced: Readonly<Record<string, unknown>>): {
      createInstance<T, A extends readonly unknown[]>(made: abstract new (...parts: A) => T, ...parts: unknown[]): T;
    };
    get<T>(service: ServiceId<T>): T;
  };
  /** Identifier by which a service is requested; `T` is the service's type. */
  export interface ServiceId<T> {
    readonly type?: T;
  }
}

declare module 'monaco-editor/platform/configuration/common/configuration' {
  import type { ServiceId } from 'monaco-editor/editor/standalone/browser/standaloneServices';

  /** Configuration of the page: applies to every editor and model. */
  export const IConfigurationService: ServiceId<{ updateValue(key: string, value: unknown): Promise<void> }>;
}

declare module 'monaco-editor/editor/contrib/suggest/browser/suggestController' {}

declare module 'monaco-editor/editor/common/languages' {
  import type { MonarchTokenizer } from 'monaco-editor/editor/standalone/common/monarch/monarchLexer';

  /** Tokenizers of all languages of a page or worker, by id. */
  export const TokenizationRegistry: {
    registerFactory(
      id: string,
      factory: { readonly tokenizationSupport: Promise<MonarchTokenizer>; dispose(): void },
    ): unknown;
    getOrCreate(id: string): Promise<MonarchTokenizer | null>;
  };
}

declare module 'monaco-editor/editor/standalone/common/monarch/monarchCompile' {
  import type { languages } from 'monaco-editor/editor';

  export interface CompiledLanguage {
    readonly languageId: string;
  }
  /** @throws Error if the definition contradicts itself. */
  export function compile(id: string, language: languages.IMonarchLanguage): CompiledLanguage;
}

declare module 'monaco-editor/editor/standalone/common/monarch/monarchLexer' {
  import type { languages } from 'monaco-editor/editor';
  import type { CompiledLanguage } from 'monaco-editor/editor/standalone/common/monarch/monarchCompile';

  interface LanguageService {
    isRegisteredLanguageId(id: string): boolean;
    getLanguageIdByLanguageName(name: string): string | undefined;
    getLanguageIdByMimeType(type: string): string | undefined;
    requestBasicLanguageFeatures(id: string): void;
  }
  interface EditorSettings {
    getValue(): number;
    onDidChangeConfiguration(): { dispose(): void };
  }
  export class MonarchTokenizer {
    /** `theme` is what encoded tokens need, which are not asked for. */
    constructor(
      service: LanguageService,
      theme: undefined,
      id: string,
      language: CompiledLanguage,
      settings: EditorSettings,
    );
    getInitialState(): languages.IState;
    tokenize(
      line: string,
      hasEnd: boolean,
      state: languages.IState,
    ): {
      readonly tokens: readonly { readonly offset: number; readonly type: string }[];
      readonly endState: languages.IState;
    };
    getLoadStatus(): { readonly loaded: boolean; readonly promise?: Promise<void> };
  }
}
