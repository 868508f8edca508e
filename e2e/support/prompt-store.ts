import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const OBJECT = { type: 'object' };

const REVIEW = `Review this:

{{.args.code}}

Frameworks:
{{range .vscode.frameworks}}- {{.}}
{{end}}
{{with (codebase_look_ref .args.symbol)}}It is used in {{.count}} places.{{end}}
{{if .args.strict}}Be strict.{{else}}Be kind.{{end}}
`;

const RECORDS: Readonly<Record<string, unknown>> = {
  'environs/vscode/programming_language': 'go',
  'environs/vscode/frameworks': ['gin', 'gorm', 'gin-swagger'],
  'templates/demo/hello': {
    name: 'hello',
    prompt: 'Hi {{.args.who}}, you use {{.vscode.programming_language}}.\n',
    supports: ['chat'],
    parameters: {
      type: 'object',
      properties: { who: { type: 'string', default: 'Ada', description: 'Who is greeted' } },
    },
    returns: {},
  },
  'templates/demo/review': {
    name: 'review',
    description: 'Reviews code by what the team knows',
    messages: [
      { role: 'system', content: 'You review {{.vscode.programming_language}} code.\n' },
      { role: 'user', content: REVIEW },
    ],
    supports: ['chat', 'codereview'],
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string', default: 'func add(a, b int) int { return a - b }', description: 'What is reviewed' },
        symbol: { type: 'string', default: 'add' },
        strict: { type: 'boolean' },
      },
    },
    returns: {},
  },
  // Nothing listens there: its default stands in.
  'tools/codebase/look_ref': {
    name: 'look_ref',
    module: 'codebase',
    type: 'restful',
    restful: { url: 'http://127.0.0.1:9/references', method: 'GET' },
    description: 'Where a symbol is used',
    supports: ['chat'],
    parameters: { ...OBJECT, properties: { symbol: { type: 'string' } }, required: ['symbol'] },
    returns: { ...OBJECT, default: { count: 0 } },
  },
};

/** Puts prompts, variables and a tool that fails into the store of a data folder, as another program would. */
export async function writePromptStore(dataFolder: string): Promise<void> {
  for (const [path, record] of Object.entries(RECORDS)) {
    const file = join(dataFolder, 'prompts', 'store', `${path}.json`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(record));
  }
}
