import { languages } from '../../editor/monaco.ts';
import { prepareMonaco } from '../../editor/prepare-monaco.ts';
import { markBlocks } from './block-marks.ts';
import { completionProvider } from './completion.ts';
import { configuration, tokens } from './go-template.ts';
import { hoverProvider } from './hover.ts';

let isKnown = false;

/** Teaches Monaco Go's templates: colours, completion, explanation. */
export function registerGoTemplate(): void {
  if (isKnown) return;
  isKnown = true;
  prepareMonaco();
  languages.register({ id: 'gotemplate' });
  languages.setLanguageConfiguration('gotemplate', configuration);
  languages.setMonarchTokensProvider('gotemplate', tokens);
  languages.registerCompletionItemProvider('gotemplate', completionProvider);
  languages.registerHoverProvider('gotemplate', hoverProvider);
  markBlocks();
}
