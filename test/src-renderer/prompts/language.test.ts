import { describe, expect, test } from 'vitest';
import { actionAround, actionsOf, groupOf } from '../../../src-renderer/prompts/language/actions.ts';
import { nodeUnder, placeAt } from '../../../src-renderer/prompts/language/place-in-template.ts';
import { nodeAt, valueTree } from '../../../src-renderer/prompts/language/value-tree.ts';
import type { TemplateContext } from '../../../src-renderer/prompts/workbench/template-context.ts';

const variable = (id: string, value: unknown) => ({
  id,
  key: `shenma:environs:${id}`,
  source: 'folder' as const,
  type: 'object' as const,
  bytes: 1,
  readAt: 0,
  hash: 'h',
  preview: JSON.stringify(value),
});
const context: TemplateContext = {
  variables: [variable('vscode.frameworks', [{ name: 'gin' }]), variable('team', { rules: { tone: 'brief' } })],
  tools: [],
  schema: { properties: { who: { type: 'string', default: 'Ada' }, place: { type: 'object' } } },
  args: '{"extra":1,"place":{"city":"Rome"}}',
  rendered: undefined,
};
const root = valueTree(context);

/** Names offered at `|`. */
function offered(text: string): readonly string[] | undefined {
  const offset = text.indexOf('|');
  const place = placeAt(text.replace('|', ''), offset, root);
  if (place?.names === undefined) return undefined;
  return [...(nodeAt(place.isFromRoot ? root : place.dot, place.names)?.fields.keys() ?? [])];
}

describe('actions of a template', () => {
  test('braces in strings and comments end nothing', () => {
    expect(actionsOf('a {{print "}}"}} b {{/* }} */}} {{`}}`}}').map(({ content }) => content)).toEqual([
      'print "}}"',
      '/* }} */',
      '`}}`',
    ]);
  });

  test('trim markers are not of the content, and a minus is', () => {
    expect(actionsOf('{{- .a -}}{{-1}}').map(({ content }) => content)).toEqual([' .a', '-1']);
  });

  test('one that is not closed reaches to the end', () => {
    expect(actionsOf('x {{.a')).toMatchObject([{ start: 2, end: 6, isClosed: false }]);
  });

  test('if, else and end belong together, whatever is between them', () => {
    const text = '{{if .a}}{{range .b}}{{end}}{{else}}x{{end}}';
    const actions = actionsOf(text);
    const own = actionAround(actions, text.indexOf('else'));
    const group = own && groupOf(actions, own);
    expect(group?.map(({ content }) => content)).toEqual(['if .a', 'else', 'end']);
    expect(group?.at(-1)?.end).toBe(text.length);
  });
});

describe('what can be named', () => {
  test.each([
    ['{{.|}}', ['vscode', 'team', 'args']],
    ['{{.vscode.fr|', ['frameworks']],
    ['{{.team.rules.|}}', ['tone']],
    ['{{.args.|}}', ['who', 'place', 'extra']],
    ['{{with .team.rules}}{{.|}}{{end}}', ['tone']],
    ['{{range .vscode.frameworks}}{{.|}}{{end}}', ['name']],
    ['{{range $i, $one := .vscode.frameworks}}{{.|}}{{end}}', ['name']],
    ['{{with .team.rules}}{{$.|}}{{end}}', ['vscode', 'team', 'args']],
    ['{{with .team.rules}}{{end}}{{.|}}', ['vscode', 'team', 'args']],
    ['{{define "x"}}{{.|}}{{end}}', []],
    ['{{.args.place.|}}', ['city']],
    ['{{with .team.rules}}{{else}}{{.|}}{{end}}', ['vscode', 'team', 'args']],
    ['{{range .vscode.frameworks}}{{else if .team}}{{.|}}{{end}}', ['vscode', 'team', 'args']],
    ['{{with .none}}{{else with .team.rules}}{{.|}}{{end}}', ['tone']],
    ['{{$one := .team}}{{$one.|}}', []],
    ['{{(index .vscode.frameworks 0).|}}', []],
    ['.|', undefined],
    ['{{"a.|"}}', undefined],
  ])('%s offers %j', (text, names) => {
    expect(offered(text)).toEqual(names);
  });

  test('what stands under the cursor is found from anywhere in its name', () => {
    const text = '{{.team.rules.tone}}';
    expect(nodeUnder(text, text.indexOf('rul') + 1, root)?.path).toBe('team.rules');
    expect(nodeUnder(text, text.length - 3, root)?.value).toBe('brief');
  });
});
