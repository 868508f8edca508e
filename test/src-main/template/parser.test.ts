import { expect, test } from 'vitest';
import { TemplateError } from '#template';
import { nodeSource } from '../../../src-main/template/node-text.ts';
import { addTrees, parseTemplate } from '../../../src-main/template/parse-template.ts';
import { editorPositionOf, lineNumber, positionOf } from '../../../src-main/template/positions.ts';

const functions = new Set(['print', 'printf', 'len', 'index']);

function parse(text: string, name = 'main') {
  return parseTemplate(name, text, { functions });
}

function root(text: string) {
  const [tree] = parse(text);
  if (tree === undefined) throw new Error('no tree');
  return tree.root;
}

function problem(text: string): string {
  try {
    parse(text);
    return '';
  } catch (error) {
    if (error instanceof TemplateError && error.at.class === 'parse') return error.message;
    throw error;
  }
}

/** Parses a constant as the one thing that `{{...}}` prints. */
function constant(source: string) {
  const [action] = root(`{{${source}}}`).nodes;
  const node = action?.kind === 'action' ? action.pipe.commands[0]?.args[0] : undefined;
  if (node?.kind !== 'number') throw new Error(`${source} is no number`);
  const { int, uint, float, complex } = node;
  return { int, uint, float, complex };
}

test.each([
  ['42', { int: 42n, uint: 42n, float: 42 }],
  ['-3', { int: -3n, float: -3 }],
  ['+3', { int: 3n, float: 3 }],
  ['-0', { int: 0n, uint: 0n, float: 0 }],
  ['0x_Ff', { int: 255n, uint: 255n, float: 255 }],
  ['0b1_01', { int: 5n, uint: 5n, float: 5 }],
  ['0o17', { int: 15n, uint: 15n, float: 15 }],
  ['017', { int: 15n, uint: 15n, float: 15 }],
  ['18446744073709551615', { uint: 2n ** 64n - 1n, float: 2 ** 64 }],
  ['-9223372036854775808', { int: -(2n ** 63n), float: -(2 ** 63) }],
  ['1.5', { float: 1.5 }],
  ['2.0', { int: 2n, uint: 2n, float: 2 }],
  ['1e3', { int: 1000n, uint: 1000n, float: 1000 }],
  ['0x1.8p1', { int: 3n, uint: 3n, float: 3 }],
  ['0x1p-1074', { float: 5e-324 }],
  ['0x1p-1075', { int: 0n, uint: 0n, float: 0 }],
  ['0x1.00000000000008p0', { int: 1n, uint: 1n, float: 1 }],
  ['0x1.00000000000018p0', { float: 1 + 2 ** -51 }],
  ['2i', { complex: [0, 2] }],
  ['0i', { int: 0n, uint: 0n, float: 0, complex: [0, 0] }],
  ['1.5-2i', { complex: [1.5, -2] }],
  ["'é'", { int: 233n, uint: 233n, float: 233 }],
  ["'\\x41'", { int: 65n, uint: 65n, float: 65 }],
])('the constant %s has the values Go gives it', (source, kinds) => {
  expect(constant(source)).toEqual(kinds);
});

test.each([
  ['1__0', 'illegal number syntax: "1__0"'],
  ['1_', 'illegal number syntax: "1_"'],
  ['08', 'integer overflow: "08"'],
  ['1e400', 'illegal number syntax: "1e400"'],
  ['0x1i', 'illegal number syntax: "0x1i"'],
  ['0b1+1i', 'syntax error scanning complex number'],
  ['3-i', 'syntax error scanning complex number'],
  ['0x1+1i', 'strconv.ParseFloat: parsing "0x1": invalid syntax'],
  ["'ab'", "malformed character constant: 'ab'"],
  ["'\\400'", 'invalid syntax'],
  ["''", 'invalid syntax'],
])('%s is no constant, and the error says why', (source, detail) => {
  expect(problem(`\n{{${source}}}`)).toBe(`template: main:2: ${detail}`);
});

test.each([
  ['"\\xc3\\xa9\\u00e9\\303\\251"', 'ééé'],
  ['"a\\xff\\x41"', 'a\udcffA'],
  ['"\\xef\\xbf\\xbd"', '\uFFFD'],
  ['`a\r\n\\n`', 'a\n\\n'],
  ['"\\"\\\\\\t\\U0001F600"', '"\\\t😀'],
])('the string %s says what Go reads in it', (source, text) => {
  const [action] = root(`{{${source}}}`).nodes;
  expect(action?.kind === 'action' && action.pipe.commands[0]?.args[0]).toMatchObject({ quoted: source, text });
});

test.each([
  ['a {{- 1 -}} b', ['a', '{{1}}', 'b']],
  ['a \u00a0{{- 1 -}}\n\t\u00a0b', ['a \u00a0', '{{1}}', '\u00a0b']],
  ['a{{/* c */}} b{{- /* d */ -}} e', ['a', ' b', 'e']],
  ['{{-3}} ', ['{{-3}}', ' ']],
  ['{{- ""}}', ['{{""}}']],
])('the text of %j is trimmed as Go trims it', (text, pieces) => {
  expect(root(text).nodes.map(nodeSource)).toEqual(pieces);
});

test.each([
  '{{$x := 1}}{{$x := .a.b | printf "%d" (index .c 0).d}}',
  '{{if .a}}b{{else}}c{{end}}{{range $i, $x := .y}}{{break}}{{end}}{{with $x := nil}}{{template "t" .}}{{end}}',
  "{{print true 'a' 0x1 `r` ($).x .}}",
])('%s is printed as it was written', (text) => {
  expect(root(text).nodes.map(nodeSource).join('')).toBe(text);
});

test('an else-if and an else-with stand in an else list of their own', () => {
  expect(nodeSource(root('{{if .a}}1{{else if .b}}2{{else}}3{{end}}{{with .a}}1{{else with .b}}2{{end}}'))).toBe(
    '{{if .a}}1{{else}}{{if .b}}2{{else}}3{{end}}{{end}}{{with .a}}1{{else}}{{with .b}}2{{end}}{{end}}',
  );
});

test('nodes say where Go places them, and where their source starts and ends', () => {
  const text = 'é{{ $.a.b (.c).d.e }}';
  const [, action] = root(text).nodes;
  const args = action?.kind === 'action' ? (action.pipe.commands[0]?.args ?? []) : [];
  const places = args.map((node) => [
    text.slice(node.offset, node.end),
    text.slice('start' in node ? node.start : -1, node.end),
  ]);
  expect(places).toEqual([
    ['.a.b', '$.a.b'],
    ['.d.e', '(.c).d.e'],
  ]);
  expect(positionOf(text, args[0]?.offset ?? 0)).toEqual({ line: 1, column: 6 });
});

test('lines are counted by newlines, columns in bytes or in UTF-16 units', () => {
  const text = 'a\r\né😀x\n';
  expect([0, 2, 3, 7, 8].map((offset) => lineNumber(text, offset))).toEqual([1, 1, 2, 2, 3]);
  expect(positionOf(text, 6)).toEqual({ line: 2, column: 6 });
  expect(editorPositionOf(text, 6)).toEqual({ line: 2, column: 3 });
});

test.each([
  ['{{nope}}', 'template: main:1: function "nope" not defined'],
  ['\n{{.a\n"b\n', 'template: main:3: unterminated quoted string in action started at main:2'],
  ['{{nil.x\n-}}', 'template: main:2: unexpected . after term "nil"'],
  ['{{.a}}{{block "b" .}}x\n{{else}}{{end}}', 'template: main:1: unexpected {{else}} in block clause'],
  ['{{if .a}}{{else with .b}}{{end}}', 'template: main:1: unexpected <with> in input'],
  [
    '{{"a very long string"| 1}}x{{.a "a very long string" "b" := }}',
    'template: main:1: non executable command in pipeline stage 2',
  ],
  ['{{end "a very long string"}}', 'template: main:1: unexpected "\\"a very lo"... in end'],
  ['{{define "main"}}x{{end}}y', 'template: main:1: template: multiple definition of template "main"'],
])('%j is refused as Go refuses it', (text, message) => {
  expect(problem(text)).toBe(message);
});

test('names that Go reserves may be functions of the caller', () => {
  const [tree] = parseTemplate('main', '{{break}}{{continue}}', { functions: new Set(['break', 'continue']) });
  expect(tree?.root.nodes.map(nodeSource)).toEqual(['{{break}}', '{{continue}}']);
  expect(tree?.root.nodes.map((node) => node.kind)).toEqual(['action', 'action']);
});

test('a blank template replaces none, and is replaced', () => {
  const first = addTrees(new Map(), parse('{{define "t"}}one{{end}}{{define "u"}} {{end}}text'));
  const second = addTrees(first, parse('{{define "t"}}\n{{/* c */}}{{end}}{{define "u"}}two{{end}} ', 'other'));
  expect(
    [...second].map(
      ([
        name,
        {
          root: { nodes },
        },
      ]) => [name, nodes.map(nodeSource).join('')],
    ),
  ).toEqual([
    ['main', 'text'],
    ['t', 'one'],
    ['u', 'two'],
    ['other', ' '],
  ]);
});

test.each([
  ['parentheses', `{{${'('.repeat(50_000)}1${')'.repeat(50_000)}}}`],
  ['unclosed parentheses', `{{${'('.repeat(50_000)}`],
  ['conditions', `${'{{if 1}}'.repeat(50_000)}${'{{end}}'.repeat(50_000)}`],
  ['else-ifs', `{{if 1}}${'{{else if 1}}'.repeat(50_000)}{{end}}`],
  ['blocks', `${'{{block "b" .}}'.repeat(50_000)}${'{{end}}'.repeat(50_000)}`],
])('%s that are nested fifty thousand deep are an error', (_, text) => {
  expect(problem(text)).toBe('template: main:1: max expression depth exceeded');
});

test('nine hundred levels are parsed', () => {
  expect(problem(`{{${'('.repeat(900)}1${')'.repeat(900)}}}`)).toBe('');
  expect(problem(`{{if 1}}${'{{else if 1}}'.repeat(900)}{{end}}`)).toBe('');
});

test.each([
  ['text', 'lorem ipsum {dolor} sit amet\n'],
  ['comments', '{{/* x */}} '],
  ['spaces before trimmed actions', `${' '.repeat(1000)}{{- 1 -}}`],
  ['trimmed blanks', '{{- 1 -}} \n\t'],
])('two hundred thousand characters of %s take no time that grows faster than it', (_, unit) => {
  const started = performance.now();
  parse(unit.repeat(200_000 / unit.length));
  expect(performance.now() - started).toBeLessThan(10_000);
});
