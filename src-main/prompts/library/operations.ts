import { detailsOf, rawOf, tryPromptTool, variableDetails } from './details.ts';
import { compare, past, preview } from './preview.ts';
import { renamePrompt } from './rename-prompt.ts';
import { saveCase } from './save-case.ts';
import { removePrompt, rollBack, savePrompt } from './save-prompt.ts';
import { removeRecord, saveRecord } from './save-record.ts';
import { renderForModel, sendPrompt } from './send-prompt.ts';

/** Operations of the library; loaded with the engine, not before. */
export const operations = {
  detailsOf,
  rawOf,
  tryTool: tryPromptTool,
  variableOf: variableDetails,
  compare,
  past,
  preview,
  saveCase,
  removePrompt,
  renamePrompt,
  rollBack,
  savePrompt,
  removeRecord,
  saveRecord,
  renderForModel,
  sendPrompt,
};
