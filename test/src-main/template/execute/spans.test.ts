import { expect, test } from 'vitest';
import { pathReader, type TemplateFunction, type TemplateValue } from '#template';
import { execution } from './executed.ts';

/** Each piece as its text, what wrote it, and where that came from. */
async function pieces(
  text: string,
  data: TemplateValue,
  functions: Record<string, TemplateFunction['call'] | TemplateFunction> = {},
) {
  const { output, spans } = await execution(text, data, { functions, spans: true });
  if (spans === undefined) throw new Error('There are no spans');
  const read = pathReader(spans.paths);
  const found: (readonly [string, string, string | number | undefined])[] = [];
  let before = 0;
  for (let at = 0; at < spans.pieces.length; at += 3) {
    const [end = 0, place = -1, origin = -1] = Array.from(spans.pieces).slice(at, at + 3);
    const { offset, end: to } = spans.places[place] ?? { offset: 0, end: 0 };
    found.push([output.slice(before, end), text.slice(offset, to), origin < -1 ? -2 - origin : read(origin)]);
    before = end;
  }
  expect(before).toBe(output.length);
  return found;
}

const origins = async (...input: Parameters<typeof pieces>) =>
  (await pieces(...input)).flatMap(([text, , from]) => (from === undefined ? [] : [[text, from]]));

test('pieces follow each other without gaps, and each names the place that wrote it', async () => {
  expect(await pieces('Hi {{.who}}!{{.none}}', { who: 'Ann', none: '' })).toEqual([
    ['Hi ', 'Hi ', undefined],
    ['Ann', '.who', 'who'],
    ['!', '!', undefined],
  ]);
});

test.each<[string, [string, string][]]>([
  [
    '{{range .l}}{{.}}{{end}}',
    [
      ['a', 'l[0]'],
      ['b', 'l[1]'],
    ],
  ],
  ['{{range $i, $f := .files}}{{$i}}{{$f.path}}{{end}}', [['x', 'files[0].path']]],
  [
    '{{range $k, $v := .map}}{{$v}}{{end}}',
    [
      ['1', 'map["a-b"]'],
      ['2', 'map.c'],
    ],
  ],
  ['{{with .map}}{{.c}}{{end}}', [['2', 'map.c']]],
  ['{{$m := .map}}{{$m.c}}', [['2', 'map.c']]],
  [
    '{{define "t"}}{{.path}}{{$.path}}{{end}}{{template "t" index .files 0}}',
    [
      ['x', 'files[0].path'],
      ['x', 'files[0].path'],
    ],
  ],
  [
    '{{printf "%s!" .s}}{{.s | printf "%q"}}',
    [
      ['s!', 's'],
      ['"s"', 's'],
    ],
  ],
  ['{{or .none .s}}{{or .none "d"}}', [['s', 's']]],
  ['{{index .map "a-b"}}', [['1', 'map["a-b"]']]],
  ['{{print .s .map}}{{"text"}}', []],
  [
    '{{range .files}}{{range .tags}}{{.}}{{end}}{{.path}}{{end}}{{.s}}',
    [
      ['t', 'files[0].tags[0]'],
      ['x', 'files[0].path'],
      ['s', 's'],
    ],
  ],
])('%s: paths lead from the root', async (text, expected) => {
  const data = { l: ['a', 'b'], s: 's', map: { 'a-b': '1', c: '2' }, files: [{ path: 'x', tags: ['t'] }] };
  expect(await origins(text, data)).toEqual(expected);
});

test('a call is told by its number, also through built-in functions, fields and variables', async () => {
  const tool = ([name]: readonly TemplateValue[]) => ({ name, list: ['l'] });
  const text =
    '{{(tool "a").name}}{{$r := tool "b"}}{{printf "%s" (tool "c").name}}{{$r.name}}{{range $r.list}}{{.}}{{end}}';
  expect(await origins(text, undefined, { tool })).toEqual([
    ['a', 0],
    ['c', 2],
    ['b', 1],
    ['l', 1],
  ]);
});

test('what waits is traced, too', async () => {
  const later = { isAsync: true, call: async ([value]: readonly TemplateValue[]) => value };
  const text = '{{range .l}}{{later .}}{{.}}{{end}}{{with later .s}}{{.}}{{end}}{{.s}}';
  expect(await origins(text, { l: ['a', 'b'], s: 's' }, { later })).toEqual([
    ['a', 0],
    ['a', 'l[0]'],
    ['b', 1],
    ['b', 'l[1]'],
    ['s', 2],
    ['s', 's'],
  ]);
});

test('what one execution noted stays as it is while others go on, and after them', async () => {
  const later = { isAsync: true, call: async ([value]: readonly TemplateValue[]) => value };
  const text = '{{range $k, $v := .m}}{{$v}}{{end}}{{later .s}}{{.s}}';
  const datas = ['a', 'b-c', 'd'].map((key) => ({ m: { [key]: key }, s: 's' }));
  const paths = ['m.a', 'm["b-c"]', 'm.d'];
  const expected = datas.map(({ m }, at) => [
    [Object.keys(m)[0], paths[at]],
    ['s', 0],
    ['s', 's'],
  ]);
  const all = () => Promise.all(datas.map((data) => execution(text, data, { functions: { later }, spans: true })));
  const told = (executions: Awaited<ReturnType<typeof all>>) =>
    executions.map(({ output, spans }) => {
      const numbers = Array.from(spans?.pieces ?? []);
      const read = spans && pathReader(spans.paths);
      return [0, 3, 6].map((at) => {
        const origin = numbers[at + 2] ?? -1;
        return [output.slice(numbers[at - 3] ?? 0, numbers[at]), origin < -1 ? -2 - origin : read?.(origin)];
      });
    });
  const first = await all();
  await all();
  expect(told(first)).toEqual(expected);
});

test('equal paths are one, however they were come by', async () => {
  const text =
    '{{print .a.b $.a.b}}{{with .a}}{{print .b $.a.b}}{{print .b $.c}}{{end}}{{print (index .a "b") .a.b}}{{range .l}}{{print . $}}{{end}}';
  expect(await origins(text, { a: { b: 1 }, c: 2, l: [3] })).toEqual([
    ['1 1', 'a.b'],
    ['1 1', 'a.b'],
    ['1 1', 'a.b'],
  ]);
});

test.each<[string, [string, string][]]>([
  [
    '{{$.a.b}}{{$ = .c}}{{$.d}}',
    [
      ['1', 'a.b'],
      ['2', 'c.d'],
    ],
  ],
  [
    '{{range .l}}{{$.b}}{{$ = $.c}}{{end}}',
    [
      ['0', 'b'],
      ['3', 'c.b'],
      ['5', 'c.c.b'],
    ],
  ],
  [
    '{{$x := .a}}{{range .l}}{{$x.b}}{{$x = $.c}}{{end}}',
    [
      ['1', 'a.b'],
      ['3', 'c.b'],
      ['3', 'c.b'],
    ],
  ],
  [
    '{{$x := .a}}{{if .l}}{{$x := .c}}{{$x.d}}{{end}}{{$x.b}}',
    [
      ['2', 'c.d'],
      ['1', 'a.b'],
    ],
  ],
  [
    '{{range slice .l 1}}{{$x := $.c}}{{$x.d}}{{with $x}}{{.d}}{{end}}{{end}}',
    Array.from({ length: 4 }, () => ['2', 'c.d']),
  ],
  [
    '{{with .a}}{{with $}}{{.c.d}}{{end}}{{.b}}{{end}}{{with 5}}{{.}}{{$.a.b}}{{end}}',
    [
      ['2', 'c.d'],
      ['1', 'a.b'],
      ['1', 'a.b'],
    ],
  ],
  [
    '{{define "t"}}{{.b}}{{with $}}{{.b}}{{end}}{{end}}{{template "t" .a}}{{.a.b}}',
    [
      ['1', 'a.b'],
      ['1', 'a.b'],
      ['1', 'a.b'],
    ],
  ],
])('%s: a path that the text tells is the one that its execution takes', async (text, expected) => {
  const data = { a: { b: '1' }, b: '0', c: { b: '3', c: { b: '5' }, d: '2' }, l: ['x', 'y', 'z'] };
  expect(await origins(text, data)).toEqual(expected);
});

test('more pieces than a list holds are told apart like few', async () => {
  const l = Array.from({ length: 400 }, (_, at) => `${at};`);
  const expected = l.flatMap((text, at) => [
    ['-', undefined],
    [text, `l[${at}]`],
  ]);
  expect((await pieces('{{range .l}}-{{.}}{{end}}', { l })).map(([text, , from]) => [text, from])).toEqual(expected);
});
