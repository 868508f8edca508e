import { expect, test } from 'vitest';
import { detailsOf } from '../../../../src-main/prompts/library/details.ts';
import { savePrompt } from '../../../../src-main/prompts/library/save-prompt.ts';
import { libraryWorkbench, REVIEW } from './library-workbench.ts';

const TOOL = {
  type: 'restful',
  module: 'm',
  name: 'x',
  parameters: {},
  returns: {},
  restful: { url: '/x', method: 'GET' },
};

test('what a prompt refers to is told too where it calls a tool by its name in small letters', async () => {
  await using bench = await libraryWorkbench();
  await bench.outside('tools:codebase:LookRef', { ...TOOL, description: '', supports: [] });
  const prompt = '{{codebase_lookref .vscode.rules}}{{codebase_LookRef .args.a}}{{len .vscode.rules}}';
  await savePrompt(bench.library, { id: 'demo.x', record: { ...REVIEW, name: 'x', prompt } });
  const { summary, references, functions } = await detailsOf(bench.library, 'demo.x');
  expect(summary.error).toBeUndefined();
  expect({ references, functions }).toEqual({
    references: ['vscode.rules', 'args.a'],
    functions: ['codebase_LookRef'],
  });
});

test('nothing is told of one that calls what is not there', async () => {
  await using bench = await libraryWorkbench();
  await bench.outside('templates:demo:y', { ...REVIEW, name: 'y', prompt: '{{nothing .vscode.rules}}' });
  expect(await detailsOf(bench.library, 'demo.y')).toMatchObject({ references: [], functions: [] });
});
