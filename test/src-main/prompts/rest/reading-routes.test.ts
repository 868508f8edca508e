import { expect, test } from 'vitest';
import { restBox } from '../../../support/rest-box.ts';

test('the variables of a prompt are told too where it calls a tool by its name in small letters', async () => {
  await using box = await restBox({ store: 'folder' });
  const record = (prompt: string) => ({ name: 'x', prompt, supports: ['chat'], parameters: {}, returns: {} });
  const tool = { type: 'restful', module: 'm', name: 'x', description: '', supports: [], parameters: {}, returns: {} };
  await box.put({
    'shenma:tools:codebase:LookRef': { ...tool, restful: { url: '/x', method: 'GET' } },
    'shenma:templates:t:small': record('{{codebase_lookref .vscode.rules}}'),
    'shenma:templates:t:unknown': record('{{nothing .vscode.rules}}'),
  });
  const small = (await box.get('/api/prompts/t.small')).json;
  expect(small).not.toHaveProperty('error');
  expect(small).toMatchObject({ variables: ['vscode.rules'] });
  expect((await box.get('/api/prompts/t.unknown')).json).toMatchObject({ variables: [] });
});
