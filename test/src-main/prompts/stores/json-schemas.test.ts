import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { jsonSchemas } from '../../../../scripts/json-schemas.ts';

const RESOURCES = resolve(import.meta.dirname, '../../../../resources');
const read = (path: string): unknown => JSON.parse(readFileSync(resolve(RESOURCES, path), 'utf8'));
const validates = (schema: string) =>
  new Ajv({ strict: false, allErrors: true }).compile(read(`jsonschema/${schema}`) as object);

test.each(Object.entries(jsonSchemas()))('%s is what npm run schemas makes', (name, text) => {
  expect(read(`jsonschema/${name}`)).toEqual(JSON.parse(text));
});

/** The examples of the document that describes the records. */
const EXTENSION = {
  name: 'evaluator',
  publisher: 'zgsm-ai',
  displayName: 'Project Quality Evaluator',
  icon: 'images/evaluator.png',
  description: 'Evaluates the quality of project code',
  version: '1.0.0',
  extensionType: 'prompt',
  license: 'Apache-2.0',
  engines: { name: 'ai-prompt-shell', version: '>=1.0.0' },
  contributes: {
    prompts: [
      {
        name: 'evaluate_quality',
        messages: [
          { role: 'system', content: 'You are a code review assistant who can evaluate the quality of the project.' },
          { role: 'user', content: 'Evaluation dimensions:\n{{.vscode.rules}}\n{{.codebase.current_project}}' },
        ],
        supports: ['chat', 'codereview'],
        parameters: [{ name: 'repo', type: 'string', default: '', description: 'Repository URL' }],
        returns: [],
      },
    ],
    languages: ['c++', 'c', 'lua', 'python'],
    dependences: [
      { name: 'scan-gitrepo', version: '^1.0.0', failStrategy: 'abort' },
      { name: 'context', version: '^1.2.0', failStrategy: 'ignore' },
    ],
  },
};
const $schema = 'http://json-schema.org/draft-07/schema#';
const code = { type: 'string', description: 'Code text' };
const TOOL = {
  name: 'translate_zh_en',
  module: 'translator',
  type: 'restful',
  restful: { url: '/translate/zh/en', method: 'GET' },
  description: 'Translates Chinese comments and strings in input code to English',
  supports: ['chat', 'completion', 'codereview'],
  parameters: { $schema, type: 'object', properties: { code }, required: ['code'] },
  returns: { $schema, type: 'object', properties: { translated_code: code } },
};
const GRPC = { ...TOOL, type: 'grpc', restful: undefined, grpc: { target: 'h:1', service: 'a.B', method: 'C' } };
const MCP = { ...TOOL, type: 'mcp', restful: undefined, mcp: { server: 'chrome', tool: 'open' } };

test.each([
  ['extension.json', EXTENSION],
  ['extension.json', read('prompts/extensions/samples/test_writer.json')],
  ['tool.json', TOOL],
  ['tool.json', JSON.parse(JSON.stringify(GRPC))],
  ['tool.json', JSON.parse(JSON.stringify(MCP))],
  ['tool.json', read('prompts/tools/translator/glossary.json')],
])('%s takes a record as the document has it (%#)', (schema, record) => {
  const validate = validates(schema);
  expect([validate(record), validate.errors]).toEqual([true, null]);
});

test.each([
  ['extension.json', { ...EXTENSION, version: '1.0' }],
  ['extension.json', { ...EXTENSION, engines: { ...EXTENSION.engines, more: 1 } }],
  ['extension.json', { ...EXTENSION, contributes: { ...EXTENSION.contributes, prompts: [{ prompt: 'x' }] } }],
  ['tool.json', { ...TOOL, type: 'soap' }],
  ['tool.json', { ...TOOL, restful: { url: '/x', method: 'PATCH' } }],
  ['tool.json', { ...TOOL, parameters: [] }],
])('%s refuses what is no record (%#)', (schema, record) => {
  expect(validates(schema)(record)).toBe(false);
});
