import { expect, test } from 'vitest';
import { calledFunctions, constantCalls } from '../../../src-main/template/calls.ts';
import { parseTemplate } from '../../../src-main/template/parse-template.ts';
import { referencesOf } from '../../../src-main/template/references.ts';

const FUNCTIONS = new Set(['and', 'or', 'not', 'len', 'index', 'printf', 'look', 'other']);

function parsed(text: string) {
  const [tree] = parseTemplate('main', text, { functions: FUNCTIONS });
  if (tree === undefined) throw new Error('no tree');
  return { tree };
}

/** Paths, with `?` behind what stands in a condition and `~` before what stands in a body. */
function referred(text: string): string {
  return referencesOf(parsed(text).tree)
    .map(({ path, isInCondition, isInBody }) => `${isInBody ? '~' : ''}${path.join('.')}${isInCondition ? '?' : ''}`)
    .join(' ');
}

test.each([
  ['{{.a.b}} {{$.c}} {{.}} {{$}}', 'a.b c'],
  ['{{if .a}}{{.b}}{{else if .c}}{{.d}}{{else}}{{.e}}{{end}}', 'a? ~b ~c? ~d ~e'],
  ['{{with .a}}{{.x}}{{$.b}}{{else}}{{.c}}{{end}}', 'a? ~b ~c'],
  ['{{range $i, $x := .a}}{{.x}}{{$x.y}}{{$.b}}{{else}}{{.c}}{{end}}', 'a? ~b ~c'],
  ['{{and .a (len .b)}}{{or .c}}{{not .d}}{{.e | not}}{{len .f}}', 'a? b? c? d? e? f'],
  ['{{printf "%v" .a (index .b 0)}}{{(index .c 0).d}}', 'a b c'],
  ['{{template "x" .a}}{{define "x"}}{{.b}}{{end}}', 'a'],
  ['{{$x := .}}{{$x.a}}{{$y := $x}}{{$y.b}}{{$z := .c}}{{$z.d}}', 'a b c'],
  ['{{$x := .}}{{$x = .a}}{{$x.b}}', 'a'],
  ['{{if $x := .}}{{$x.a}}{{end}}{{$x := 1}}{{$x.b}}', '~a'],
  ['{{(.).a}}{{($).b}}{{(.c).d}}', 'a b c.d'],
  ['{{range .a}}{{if .b}}{{.c}}{{end}}{{end}}', 'a?'],
  ['{{.__proto__.constructor}}', '__proto__.constructor'],
])('%s refers to %s', (text, expected) => {
  expect(referred(text)).toBe(expected);
});

test('a reference says where its source stands', () => {
  const text = 'ä {{ $.a.b }}{{(.c).d}}';
  const places = referencesOf(parsed(text).tree).map(({ offset, end, template }) => [
    text.slice(offset, end),
    template,
  ]);
  expect(places).toEqual([
    ['$.a.b', 'main'],
    ['(.c).d', 'main'],
  ]);
});

test('functions that a text calls are listed with their places', () => {
  const text = '{{len .a | printf "%d"}}{{if not .b}}{{template "t" (look)}}{{end}}{{define "t"}}x{{end}}';
  const { tree } = parsed(text);
  expect(calledFunctions(tree).map(({ name, offset, end }) => [name, text.slice(offset, end)])).toEqual([
    ['len', 'len'],
    ['printf', 'printf'],
    ['not', 'not'],
    ['look', 'look'],
  ]);
});

/** Calls that may be started before the template is executed. */
function started(text: string): string[] {
  return constantCalls(parsed(text).tree).map(({ name, args }) =>
    [
      name,
      ...args.map((arg) =>
        arg.kind === 'path' ? `.${arg.path.join('.')}` : 'text' in arg.node ? arg.node.text : arg.node.kind,
      ),
    ].join(' '),
  );
}

test.each([
  ['{{look "a" 1 .b $.c . nil true}}', ['look a 1 .b .c . nil bool']],
  ['{{(look "a").count}}{{printf "%s" (other)}}', ['look a', 'other']],
  ['{{.a | look}}{{"b" | look 1}}', ['look .a', 'look 1 b']],
  ['{{look (other 1)}}', ['other 1']],
  ['{{.a | look | other}}', ['look .a']],
  ['{{if look .a}}{{look .b}}{{else if look .c}}{{look .d}}{{end}}', ['look .a']],
  ['{{range look}}{{look 1}}{{else}}{{look 2}}{{end}}{{with look 3}}{{look 4}}{{end}}', ['look', 'look 3']],
  ['{{and (look 1) (look 2)}}{{or (look)}}{{look | and 1}}{{not (look 5)}}', ['look 5']],
  ['{{$x := .a}}{{look $x}}{{$y := .}}{{look $y.b}}', ['look .b']],
  ['{{$ = 1}}{{look $.a}}', []],
  ['{{define "t"}}{{look 1}}{{end}}{{template "t" (look 2)}}', ['look 2']],
])('of %s the calls %j may be started early', (text, expected) => {
  const own = new Set(['look', 'other']);
  expect(started(text).filter((call) => own.has(call.split(' ')[0] ?? ''))).toEqual(expected);
});
