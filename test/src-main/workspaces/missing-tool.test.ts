import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingTool } from '../../../src-main/workspaces/layout/missing-tool.ts';

const python = (text: string) => missingTool('tools/a.py', text, 'python');
const script = (text: string) => missingTool('tools/a.ts', text, 'typescript');

describe('what surely has no tool is said before anything of it runs', () => {
  test.each([
    ['', 1, /no function called tool/],
    ['async def run(a: str):\n    return a\n', 1, /no function called tool/],
    ['async def tools():\n    ...\n', 1, /no function called tool/],
    ['import os\n\ndef tool(a: str) -> str:\n    return a\n', 3, /is not async/],
    ['"""About it."""\n\n\ndef tool():\n    pass\n', 4, /is not async/],
  ])('Python %j', (text, line, message) => {
    expect(python(text)).toEqual({ file: 'tools/a.py', line, message: expect.stringMatching(message) });
  });

  test.each(['', 'export async function run() {}\n', 'const words = 1;\n'])('TypeScript %j', (text) => {
    expect(script(text)).toMatchObject({ line: 1, message: expect.stringContaining('It exports no function tool') });
  });
});

describe('where the name may come about in another way nothing is said', () => {
  test.each([
    'async def tool(): ...\n',
    'if True:\n    async def tool(): ...\n',
    'tool = make()\n',
    'async def \uff54\uff4f\uff4f\uff4c(): ...\n',
    'tool: Callable = make()\n',
    'from shared import tool\n',
    'from shared import *\n',
    'from shared import run as tool\n',
    'globals()["to" + "ol"] = run\n',
    'def __getattr__(name): ...\n',
    '@asyncify\ndef tool(): ...\n',
    '@asyncify(\n    times=3,\n)\ndef tool(): ...\n',
    'def tool(): ...\ntool = asyncify(tool)\n',
    'def tool(): ...\n(tool := asyncify(tool))\n',
    'def tool(): ...\ntool, other = pair()\n',
    'try:\n    def tool(): ...\nexcept Exception: pass\nasync def tool(): ...\n',
    'TEXT = """\ndef tool(): ...\n"""\nasync def run(): ...\n',
  ])('Python %j', (text) => {
    expect(python(text)).toBeUndefined();
  });

  test.each([
    'export async function tool() {}\n',
    'export default async (args) => args;\n',
    'module.exports = { run };\n',
    "export * from './run.ts';\n",
    'export { run as tool };\n',
    'export const to\\u006fl = run;\n',
  ])('TypeScript %j', (text) => {
    expect(script(text)).toBeUndefined();
  });
});

test('no tool that works is among those: cases of the specification and our own templates', () => {
  const cases = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../fixtures/workspaces/tool-cases.json'), 'utf8'),
  ) as { input: Record<string, unknown>; expected: unknown }[];
  const templates = join(import.meta.dirname, '../../../resources/workspaces');
  const files = readdirSync(templates, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /tools\/[^/]+\.(?:py|ts|mjs)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const text = readFileSync(join(templates, file), 'utf8');
    expect(missingTool(file, text, file.endsWith('.py') ? 'python' : 'typescript'), file).toBeUndefined();
  }
  for (const { input, expected } of cases) {
    const text = Object.values(input).find((value) => typeof value === 'string' && value.includes('def '));
    if (typeof text === 'string' && expected !== null) expect(python(text), text).toBeUndefined();
  }
});

test('a text made to be slow to read is read in its length', () => {
  const slow = ['tool:', 'import ', 'tool ', 'def tool(', '"""', '@a\n'].map((piece) => piece.repeat(200_000));
  for (const text of slow) python(`${text}\ndef tool(): ...\n`);
  expect(script('export '.repeat(200_000))?.line).toBe(1);
});
