import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AnswerLine, CallLine, DeclarationLine } from '../../../../src-main/providers/program/protocol.ts';
import { providersWorkbench } from '../providers-workbench.ts';

const DECLARATION = { type: 'function', function: { name: 'echo', parameters: { type: 'object', properties: {} } } };
/** Answers each call with the line that it was given. */
const ECHO = `
import json, sys
print(${JSON.stringify(JSON.stringify(DECLARATION))}, end="\\n\\n", flush=True)
for line in sys.stdin:
    print(json.dumps({"call_id": json.loads(line)["call_id"], "content": line}), flush=True)
`;

test('what is said to a program, and by it, is as the schemas of the protocol have it', async () => {
  await using bench = await providersWorkbench();
  const path = join(bench.folder.path, 'echo.py');
  writeFileSync(path, ECHO);
  const place = { workspace: bench.folder.path, cwd: bench.folder.path, environment: { PATH: '/usr/bin:/bin' } };
  await bench.providers.attach({ kind: 'program', argv: ['/usr/bin/python3', '-B', path] }, place);

  const { content } = await bench.call('echo', {});

  const call = CallLine.parse(JSON.parse(content));
  expect(call).toMatchObject({ function: { name: 'echo', arguments: '{}' }, context: { dir: bench.folder.path } });
  expect(DeclarationLine.safeParse(DECLARATION).success).toBe(true);
  expect(AnswerLine.safeParse({ call_id: call.call_id }).success).toBe(true);
});
