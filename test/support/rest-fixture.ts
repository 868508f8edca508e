/** The records of section 14 of the document's specification; `tools` is where the tool's server listens. */
export function restFixture(tools: string): Readonly<Record<string, unknown>> {
  return {
    'shenma:environs:vscode:programming_language': 'go',
    'shenma:environs:vscode:frameworks': ['gin', 'gorm', 'gin-swagger'],
    'shenma:environs:limits': { tokens: 1_000_000, n: 3 },
    'shenma:templates:demo:hello': {
      name: 'hello',
      prompt: 'Hi {{.args.who}}, you use {{.vscode.programming_language}}.',
      supports: ['chat'],
      parameters: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
      returns: {},
    },
    'shenma:templates:demo:review': {
      name: 'review',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Review {{.args.code}}' },
      ],
      supports: ['chat'],
      parameters: {},
      returns: {},
    },
    'shenma:tools:codebase:look_ref': {
      name: 'look_ref',
      module: 'codebase',
      type: 'restful',
      restful: { url: `${tools}/ref`, method: 'GET' },
      description: 'd',
      supports: ['chat'],
      parameters: {
        type: 'object',
        properties: { symbol: { type: 'string' }, limit: { type: 'integer', default: 5 } },
        required: ['symbol'],
      },
      returns: { type: 'object' },
    },
    'shenma:extensions:zgsm:translator': {
      name: 'translator',
      publisher: 'zgsm',
      displayName: 'Translator',
      icon: 'icon.png',
      description: 'Translates',
      version: '1.0.0',
      extensionType: 'prompt',
      license: 'MIT',
      engines: { name: 'prompt-shell', version: '>=1.0.0' },
      contributes: {
        prompts: [{ name: 'zh_en', prompt: 'T {{.args.text}}', supports: ['chat'], parameters: {}, returns: {} }],
        languages: ['*'],
        dependences: [],
      },
      extra: { kept: true },
    },
  };
}

/** A prompt of one text, as `demo.p`. */
export function promptRecord(prompt: string): Readonly<Record<string, unknown>> {
  return { 'shenma:templates:demo:p': { name: 'p', prompt, supports: ['chat'], parameters: {}, returns: {} } };
}
