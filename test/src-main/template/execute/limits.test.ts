import { describe, expect, test } from 'vitest';
import type { TemplateValue } from '#template';
import { executed, execution, failure, rendered } from './executed.ts';

const COUNT_DOWN = '{{define "t"}}{{if gt . 0}}.{{template "t" (less .)}}{{end}}{{end}}{{template "t" .}}';
const ENDLESS = '{{define "t"}}{{template "t" .}}x{{end}}{{template "t" .}}';
const FOREVER = '{{range 1000000000000}}{{end}}';
const less = ([value]: readonly TemplateValue[]) => (value as bigint) - 1n;

describe('templates that call themselves', () => {
  test('a few levels are done at once', () => {
    expect(rendered(COUNT_DOWN, 20n, { functions: { less } }).output).toBe('.'.repeat(20));
  });

  test('5000 levels are done, on more than one stack', async () => {
    expect((await execution(COUNT_DOWN, 5000n, { functions: { less } })).output).toBe('.'.repeat(5000));
  });

  test('without an end they fail at the depth that is set, as in Go', async () => {
    const { at } = await failure(ENDLESS, undefined, { maxDepth: 6000 });
    expect(at).toMatchObject({
      class: 'exec',
      limit: 'depth',
      detail: 'exceeded maximum template depth (6000)',
      executing: 't',
    });
  });

  test('what fails far down is told at once, and not level by level', async () => {
    const text = '{{define "t"}}{{note}}{{template "t" .}}x{{end}}{{template "t" .}}';
    const maxDepth = 4000;
    let levels = 0;
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) queueMicrotask(count);
    };
    const note = () => {
      levels += 1;
      if (levels === maxDepth) queueMicrotask(count);
      return '';
    };
    expect((await failure(text, undefined, { functions: { note }, maxDepth })).at.limit).toBe('depth');
    isOver = true;
    expect(levels).toBe(maxDepth);
    expect(turns).toBeLessThan(100);
  });

  test('without an end and with bodies that nest deeply they fail before memory does', async () => {
    const open = '{{with 1}}'.repeat(400);
    const text = `{{define "t"}}${open}{{template "t"}}x${'{{end}}'.repeat(400)}{{end}}{{template "t"}}`;
    const { at } = await failure(text);
    expect(at).toMatchObject({ class: 'exec', limit: 'depth' });
  });
});

describe('limits', () => {
  test('a loop that would not end stops when its time is up, and says where it was', async () => {
    const { at } = await failure(FOREVER, undefined, { deadline: performance.now() + 20 });
    expect(at).toMatchObject({ class: 'limit', limit: 'time', line: 1, context: FOREVER });
  });

  test('steps are counted whatever the clock says', async () => {
    expect((await failure(FOREVER, undefined, { maxSteps: 5000 })).at.limit).toBe('time');
    expect(executed('{{range 100}}.{{end}}', undefined, { maxSteps: 5000 })).toHaveLength(100);
  });

  test.each(['{{.}}', '{{$x := print .}}', '{{$x := html .}}', '{{$x := printf "%9000d" 1}}'])(
    '%s is as many steps as it has bytes',
    async (text) => {
      expect((await failure(text, 'x'.repeat(9000), { maxSteps: 5000 })).at.limit).toBe('time');
    },
  );

  test('more output than allowed is an error, before it is there', async () => {
    expect((await failure('{{range 100}}0123456789{{end}}', undefined, { maxOutput: 500 })).at.limit).toBe('output');
    const doubled = '{{$x := "ab"}}{{range 90}}{{$x = print $x $x}}{{end}}';
    expect((await failure(doubled)).at).toMatchObject({ class: 'limit', limit: 'output', context: 'print $x $x' });
  });

  test('what nobody waits for any more stops', async () => {
    expect((await failure(FOREVER, undefined, { signal: AbortSignal.abort() })).at.limit).toBe('aborted');
  });
});

describe('functions that wait', () => {
  const slowly = { isAsync: true, call: async ([value]: readonly TemplateValue[]) => value ?? 'nothing' };

  test('nothing waits where none of them is called', () => {
    expect(executed('{{if .ask}}{{slowly}}{{else}}no{{end}}', {}, { functions: { slowly } })).toBe('no');
  });

  test('they are called one after the other, and the rest goes on as if nothing had waited', async () => {
    const text =
      '{{define "t"}}<{{slowly .}}{{$}}>{{end}}{{range $i, $e := .l}}{{if eq $i 3}}{{break}}{{end}}{{$x := slowly $e}}{{template "t" $x}}{{with slowly .}}{{.}}{{end}}' +
      '{{if and (slowly true) (slowly "")}}never{{else}}{{$i}} {{end}}{{end}}{{printf "%s" (slowly "end") | print (slowly 1)}}{{(slowly .m).k}}';
    const data = { l: ['a', 'b', 'c', 'd'], m: { k: 'v' } };
    const { output } = await execution(text, data, { functions: { slowly } });
    expect(output).toBe('<aa>a0 <bb>b1 <cc>c2 1endv');
  });

  test('their errors are those of the template', async () => {
    const broken = { isAsync: true, call: () => Promise.reject(new Error('gone')) };
    const { at } = await failure('a{{broken}}', undefined, { functions: { broken } });
    expect(at).toMatchObject({ detail: 'error calling broken: gone', partial: 'a' });
  });

  test('one that never ends is left when the time is up, and told', async () => {
    const told: unknown[] = [];
    const never = {
      isAsync: true,
      call: (_args: unknown, { signal }: { signal: AbortSignal | undefined }) =>
        new Promise<never>(() => signal?.addEventListener('abort', () => told.push('aborted'))),
    };
    const { at } = await failure('{{never}}', undefined, { functions: { never }, deadline: performance.now() + 20 });
    expect(at).toMatchObject({ class: 'limit', limit: 'time', context: 'never' });
    expect(told).toEqual(['aborted']);
  });

  test('a call knows its place in the text', () => {
    const places: unknown[] = [];
    const where = (_args: unknown, { place }: { place: unknown }) => {
      places.push(place);
      return '';
    };
    executed('a{{where}}\n{{print (where 1)}}', undefined, { functions: { where } });
    expect(places).toEqual([
      { template: 'main', offset: 3 },
      { template: 'main', offset: 20 },
    ]);
  });
});

describe('guarded', () => {
  test.each([
    ['{{.a.b.c}}', 'a.b'],
    ['{{with .a}}{{.x}}{{end}}', 'a.x'],
    ['{{$a := .a}}{{$a.x}}', 'a.x'],
    ['{{range .l}}{{.x}}{{end}}', 'x'],
    ['{{if true}}{{print .none}}{{end}}', 'none'],
    ['{{define "t"}}{{.y}}{{end}}{{template "t" .a}}', 'y'],
  ])('in %s a key that is not there is an error', async (text, missing) => {
    const { at } = await failure(text, { a: { z: 1 }, l: [{ y: 1 }] }, { refusesMissing: true });
    expect(at).toMatchObject({ class: 'exec', missing });
  });

  test.each([
    '{{if .x}}{{end}}',
    '{{with .x.y}}{{end}}',
    '{{range .x}}{{end}}',
    '{{if not (or .x (and .y .z))}}{{end}}',
    '{{$x := or .x "d"}}',
    '{{$x := .x | not}}',
  ])('in %s it is nil', (text) => {
    expect(executed(text, {}, { refusesMissing: true })).toBe('');
  });
});
