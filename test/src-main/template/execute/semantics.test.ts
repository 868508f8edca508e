import { describe, expect, test } from 'vitest';
import { Complex, createTemplateSet, EMPTY, FunctionValue, type TemplateValue, Uint8 } from '#template';
import { executed, failure } from './executed.ts';

describe('fields', () => {
  test('a chain of fields leads through objects, and prints nothing there where a key is missing', () => {
    expect(executed('{{.a.b.c}} {{.x}} {{.x.y.z}}', { a: { b: { c: 'deep' } } })).toBe('deep <no value> <no value>');
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('only own keys exist: %s', (name) => {
    expect(executed(`{{.${name}}} {{.a.${name}}}`, { a: {} })).toBe('<no value> <no value>');
    expect(executed(`{{.${name}}}`, JSON.parse(`{"${name}": "own"}`))).toBe('own');
  });

  test.each<[string, TemplateValue, string]>([
    ['list', ['x'], '[]interface {}'],
    ['byte', new Uint8(7), 'uint8'],
    ['complex number', new Complex(1, 2), 'complex128'],
    ['text', 'text', 'string'],
  ])('a %s has no fields, whatever JavaScript gives it', async (_kind, data, type) => {
    for (const name of ['length', 'value', 'real']) {
      expect((await failure(`{{.${name}}}`, data)).at.detail).toBe(`can't evaluate field ${name} in type ${type}`);
    }
  });

  test('all in what a failed tool gave is empty again', () => {
    const text = '[{{.t}}{{.t.a.b}}{{index .t 3}}{{range .t}}x{{else}}none{{end}}{{if .t}}y{{end}}{{len .t}}]';
    expect(executed(text, { t: EMPTY })).toBe('[none0]');
  });
});

describe('variables', () => {
  test('a variable is seen by what follows it and in bodies, and assigned across them', () => {
    expect(executed('{{$x := 1}}{{if true}}{{$x = 2}}{{$y := 3}}{{$x}}{{$y}}{{end}}{{$x}}')).toBe('232');
  });

  test('a variable of a body is unknown in the other body, as the parser does not see', async () => {
    const text = '{{if .b}}{{$x := 1}}{{else}}{{$x}}{{end}}';
    expect((await failure(text)).message).toBe('template: main:1:30: executing "main" at <$x>: undefined variable: $x');
  });

  test('a variable declared in an operand that was not evaluated leaves the outer one visible', () => {
    const text = '{{$x := "outer"}}{{range .}}{{$both := and . ($x := "inner")}}{{$x}} {{end}}';
    expect(executed(text, [true, false, true])).toBe('inner outer inner ');
  });

  test('a loop that assigns leaves its last element behind', () => {
    expect(executed('{{$x := 0}}{{range $x = .}}{{$x}},{{end}}{{$x}}', ['a', 'b'])).toBe('a,b,b');
  });

  test('$ is what the template was called with', () => {
    expect(
      executed('{{define "t"}}{{range .l}}{{$.n}}{{.}} {{end}}{{end}}{{template "t" .}}', { n: 'n', l: [1, 2] }),
    ).toBe('n1 n2 ');
  });
});

describe('loops', () => {
  test('a map is gone through by the bytes of its keys', () => {
    expect(executed('{{range $k, $v := .}}{{$k}}={{$v}} {{end}}', { '😀': 1, '\uFFFD': 2, b: 3, B: 4 })).toBe(
      'B=4 b=3 \uFFFD=2 😀=1 ',
    );
  });

  test('a number of rounds', () => {
    expect(executed('{{range 3}}{{.}}{{end}}{{range $i := 2}}{{$i}}{{end}}{{range 0}}x{{else}}none{{end}}')).toBe(
      '01201none',
    );
  });

  test('break and continue leave and skip, also out of bodies within', () => {
    const text =
      '{{range $i, $e := .}}{{if eq $i 1}}{{continue}}{{end}}{{with $e}}{{if eq . "d"}}{{break}}{{end}}{{.}}{{end}}{{end}}|';
    expect(executed(text, ['a', 'b', 'c', 'd', 'e'])).toBe('ac|');
  });

  test('a break in the else of a loop ends that loop alone', () => {
    expect(executed('{{range .l}}{{range $.none}}x{{else}}{{break}}{{end}}y{{end}}', { l: [1, 2] })).toBe('yy');
  });
});

describe('calls', () => {
  const upper = {
    parameters: ['string'],
    result: 'string',
    call: ([text]: readonly TemplateValue[]) => String(text).toUpperCase(),
  } as const;

  test('the value of a pipeline is the last argument', () => {
    expect(executed('{{"x" | printf "%s-%s" "a" | up}}', undefined, { functions: { up: upper } })).toBe('A-X');
  });

  test('and, or evaluate no operand after the one that decides', () => {
    const asked: string[] = [];
    const ask = ([answer, name]: readonly TemplateValue[]) => {
      asked.push(String(name));
      return answer;
    };
    executed('{{and (ask false "a") (ask true "b")}}{{or (ask 1 "c") (ask 2 "d")}}', undefined, { functions: { ask } });
    expect(asked).toEqual(['a', 'c']);
  });

  test.each([
    ['{{up .n}}', 'at <.n>: wrong type for value; expected string; got float64'],
    ['{{up nil}}', 'at <nil>: cannot assign nil to string'],
    ['{{up 1}}', 'at <1>: expected string; found 1'],
    ['{{up .none}}', 'at <.none>: invalid value; expected string'],
    ['{{up "a" "b"}}', 'at <up>: wrong number of args for up: want 1 got 2'],
    ['{{.n | up}}', 'at <up>: wrong type for value; expected string; got float64'],
    ['{{bad 1}}', 'at <bad 1>: error calling bad: no luck'],
    ['{{up (and .n 1)}}', 'at <1>: wrong type for value; expected string; got int'],
    ['{{up (or .n 1)}}', 'at <.n>: wrong type for value; expected string; got float64'],
  ])('%s fails as in Go', async (text, end) => {
    const bad = () => {
      throw new Error('no luck');
    };
    const { message } = await failure(text, { n: 3 }, { functions: { up: upper, bad } });
    expect(message).toMatch(/^template: main:1:\d+: executing "main" /);
    expect(message.endsWith(end)).toBe(true);
  });

  test('a function among the data is called by call alone', () => {
    const shout = new FunctionValue(upper);
    expect(executed('{{call .shout "hey"}}', { shout })).toBe('HEY');
  });

  test.each([
    ['{{call .shout}}', 'wrong number of args for .shout: got 0 want 1'],
    ['{{call (index .list 0) "x"}}', 'non-function index .list 0 of type string'],
    ['{{.shout | call}}', 'wrong number of args for <func(string) (string, error) Value>: got 0 want 1'],
    ['{{.list | call}}', 'non-function <[]interface {} Value> of type []interface {}'],
  ])('%s: errors of call name what it calls, as since Go 1.24', async (text, end) => {
    const data = { list: ['a'], shout: new FunctionValue({ ...upper, canFail: true }) };
    expect((await failure(text, data)).at.detail).toBe(`error calling call: ${end}`);
  });

  test('a function is looked up when the template runs', async () => {
    const set = createTemplateSet({ functions: ['later'] });
    set.parse('main', '{{later}}');
    expect(set.execute('main', undefined, { functions: new Map([['later', { call: () => 'here' }]]) })).toMatchObject({
      output: 'here',
    });
    expect(() => set.execute('main', undefined)).toThrow('"later" is not a defined function');
  });
});

test('a template that is parsed later replaces the one that was executed', () => {
  const set = createTemplateSet();
  set.parse('main', '{{template "part"}}{{define "part"}}old{{end}}');
  expect(set.execute('main', undefined)).toMatchObject({ output: 'old' });
  set.parse('other', '{{define "part"}}new{{end}}');
  expect(set.execute('main', undefined)).toMatchObject({ output: 'new' });
});

test('a template that is not there is named', () => {
  const set = createTemplateSet();
  set.parse('main', '');
  expect(() => set.execute('none', undefined)).toThrow('template: no template "none" associated with template "main"');
});

test('an error tells what had been written, and where in the text it is', async () => {
  const { at } = await failure('héé {{.n}} {{define "x"}}{{end}}\n{{len .n}}', { n: 3 });
  expect(at).toMatchObject({
    class: 'exec',
    line: 2,
    column: 2,
    offset: 35,
    executing: 'main',
    context: 'len .n',
    partial: 'héé 3 \n',
  });
});

test.each([
  ['default', 'a<no value>b'],
  ['zero', 'a<no value>b'],
])('missingkey=%s prints that there is no value', (missingKey, output) => {
  expect(executed('a{{.x}}b', {}, { missingKey: missingKey as 'default' })).toBe(output);
});

test('missingkey=error names the key', async () => {
  expect((await failure('{{.x}}', {}, { missingKey: 'error' })).at.detail).toBe('map has no entry for key "x"');
});
