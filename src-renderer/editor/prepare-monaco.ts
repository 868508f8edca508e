import {
  type DocumentDiff,
  type DocumentDiffProvider,
  WorkerBasedDocumentDiffProvider,
} from 'monaco-editor/editor/browser/widget/diffEditor/diffProviderFactoryService';
import { StandaloneServices } from 'monaco-editor/editor/standalone/browser/standaloneServices';
import { IConfigurationService } from 'monaco-editor/platform/configuration/common/configuration';
import { Emitter, type editor } from './monaco.ts';
import { followTheme } from './monaco-theme.ts';

/** Knows what differs between two texts without comparing them; `undefined` if it does not. */
export type KnownDiff = (original: editor.ITextModel, modified: editor.ITextModel) => DocumentDiff | undefined;

const news = new Emitter<void>();
let known: KnownDiff = () => undefined;

/** Sets up what all editors share: to be called before each is created, since the first one settles it for the page. */
export function prepareMonaco(): void {
  StandaloneServices.initialize({ diffProviderFactoryService: { createDiffProvider: () => hostDiffProvider() } });
  // Braces have the colours of the language. What an editor or a model is told of this, each further editor takes back.
  void StandaloneServices.get(IConfigurationService).updateValue('editor.bracketPairColorization.enabled', false);
  followTheme();
}

/** Makes diffs ask `source` first. */
export function answerDiffsFrom(source: KnownDiff): void {
  known = source;
}

/** Announces that the known diff of visible texts has changed. */
export function announceKnownDiff(): void {
  news.fire();
}

function hostDiffProvider(): DocumentDiffProvider {
  const services = StandaloneServices.initialize({});
  const worker = services.createInstance(WorkerBasedDocumentDiffProvider, { diffAlgorithm: 'advanced' });
  return {
    onDidChange: news.event,
    computeDiff: async (original, modified, ...rest) =>
      known(original, modified) ?? worker.computeDiff(original, modified, ...rest),
    dispose: () => worker.dispose(),
  };
}
