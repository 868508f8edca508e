import { detailsOf, readRaw, tryPromptTool, variableDetails } from './details.ts';
import { compare, preview, readPastRendering } from './preview.ts';
import { renamePrompt } from './rename-prompt.ts';
import { saveCase } from './save-case.ts';
import { removePrompt, rollBack, savePrompt } from './save-prompt.ts';
import { removeRecord, saveRecord } from './save-record.ts';
import { renderForModel, sendPrompt } from './send-prompt.ts';

/** Operations of the library; loaded with the engine, not before. */
export const operations = {
  detailsOf,
  readRaw,
  tryTool: tryPromptTool,
  variableOf: variableDetails,
  compare,
  readPastRendering,
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
