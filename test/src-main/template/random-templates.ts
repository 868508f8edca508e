/// <reference lib="es2024.string" />
import type { MissingKey } from '#template';

/** A set of templates, of which `main` is executed, and its data as JSON. */
export interface RandomCase {
  readonly templates: readonly (readonly [string, string])[];
  readonly data: string;
  readonly missingkey: MissingKey;
}

const RICH = `{"a":{"b":{"c":"deep"},"list":[1,2.5,"x"],"n":7},"s":"héllo 😀\\n","n":3,"f":15000000.5,"big":1e21,"tiny":-0.00001,
"zero":0,"t":true,"no":false,"nil":null,"e":"","list":[1,"two",null,{"a":{"b":1}},[2,[3]],true],"elist":[],"strs":["b","a","c"],
"map":{"k":"v","b":{"c":1},"":2,"ключ":"з","Z":null,"\\ufffd":1,"😀":2},"emap":{},"__proto__":{"p":"q"},"constructor":"own",
"html":"<a href='x'>&\\"\\u0000=+</a>","rows":[{"a":1,"s":"x"},{"a":2},{"s":null,"a":{"b":[1]}}],"toString":1}`;
const DATA = [RICH, RICH, RICH, RICH, 'null', '3', '"text"', '[1,[2],{"a":3}]', '{}', 'true', '{"a":null}'];
const TEXTS = [
  'x',
  ' ',
  '\n',
  'é',
  '😀',
  '} {-',
  '}',
  '\t',
  '  \n ',
  '{ { ',
  'a}b',
  "'",
  '-',
  '"',
  '/*',
  '\r\n',
  '\u00a0',
];
const NUMBERS = [
  ...[
    '0',
    '1',
    '2',
    '3',
    '-1',
    '+5',
    '1.0',
    '3.0',
    '.5',
    '5.',
    '1e3',
    '1E-7',
    '1e21',
    '0x1F',
    '0b101',
    '0o17',
    '017',
    '1_000',
    '0x_f',
  ],
  ...[
    '0x1p4',
    '0X.8p1',
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551616',
    '-0',
    '-0.0',
    '08',
    '1__0',
    '1_',
    '1e400',
  ],
  ...[
    '1i',
    '0i',
    '1+2i',
    '-1.5-0x2p1i',
    '1e',
    '0x',
    '1.x',
    '12ab',
    '1+2',
    '+',
    '0xep1',
    '1e-400',
    '0b12',
    '1.5.2',
    '123456789012345678',
  ],
];
const CHARACTERS = [
  "'a'",
  "'\\n'",
  "'é'",
  "'😀'",
  "'\\''",
  "'\\x41'",
  "'\\u00e9'",
  "'ab'",
  "''",
  "'\\\"'",
  "'\\400'",
  "'\\377'",
  "'a",
];
const STRINGS = [
  ...[
    '""',
    '"x"',
    '"a b"',
    '"é😀"',
    '"\\n\\t"',
    '"\\x41\\u00e9"',
    '"\\xff"',
    '"\\xc3\\xa9"',
    '"\\303"',
    '`raw "x"`',
    '`a\nb`',
    '`\\n`',
  ],
  ...[
    '"k"',
    '"a"',
    '"__proto__"',
    '"constructor"',
    '"nope"',
    '"<&>"',
    '"\\""',
    '"\\z"',
    '"open',
    '"\\ud800"',
    '"\'"',
    '`a\r\nb`',
  ],
];
const FIELDS = [
  'a',
  'b',
  'c',
  's',
  'n',
  'f',
  'list',
  'map',
  'nil',
  'nope',
  '__proto__',
  'constructor',
  'k',
  'rows',
  'ключ',
  'p',
  'hasOwnProperty',
];
const ROOTS = [
  '.',
  '$',
  '.a',
  '.a.b',
  '.a.b.c',
  '.s',
  '.n',
  '.f',
  '.big',
  '.tiny',
  '.zero',
  '.t',
  '.no',
  '.nil',
  '.nil.x',
  '.e',
  '.list',
  '.elist',
];
const MORE_ROOTS = [
  '.strs',
  '.map',
  '.map.k',
  '.map.b.c',
  '.emap',
  '.__proto__',
  '.__proto__.p',
  '.constructor',
  '.html',
  '.rows',
  '.nope',
  '.nope.x',
  '.n.x',
  '$.a',
  '$.list',
  '$.nope',
  '.toString',
  '.valueOf',
  '.a.list',
];
const CALM = [
  '.',
  '$',
  '$.a.b',
  '$.a.b.c',
  '$.s',
  '$.n',
  '$.f',
  '$.big',
  '$.tiny',
  '$.zero',
  '$.t',
  '$.no',
  '$.nil',
  '$.e',
  '$.list',
  '$.elist',
  '$.strs',
  '$.map',
];
const CALM_TOO = [
  '$.map.k',
  '$.emap',
  '$.__proto__.p',
  '$.constructor',
  '$.html',
  '$.rows',
  '$.nope',
  '$x',
  '$y',
  '$i',
  '$é',
  '1',
  '3',
  '2.5',
  '"x"',
  '"é😀"',
  '`raw`',
  "'a'",
  'true',
  '-7',
  '1e9',
];
const VARIABLES = ['$x', '$y', '$x.a', '$y.b', '$i', '$é'];
const FLAGS = [...'+-# 0'];
const VERBS = [...'vTtbcdoOqxXUeEfFgGsp%!w', 'é', ''];
const FUNCTIONS = ['print', 'println', 'len', 'index', 'slice', 'not', 'and', 'or', 'html', 'js', 'urlquery', 'call'];
const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const NOISE = [
  '{{',
  '}}',
  '{{-',
  '-}}',
  ' ',
  '|',
  '.',
  '$',
  ':=',
  '=',
  ',',
  '(',
  ')',
  '"',
  '`',
  "'",
  '\n',
  'end',
  'else',
  'if ',
  '@',
  '\0',
  'é',
  '{{end}}',
  '{{else}}',
  '{{/*',
  '*/}}',
  '\u0301',
  '-',
  '{{break}}',
  '{{define "t9"}}',
  '!',
];

/** Templates of every kind, right ones and broken ones, the same for the same seed. */
export class RandomTemplates {
  #state: number;
  #inRange = 0;
  /** Templates below this number may be called, so that none calls itself. */
  #callable = 0;
  /** Mostly of what can be executed. */
  #isCalm = false;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): RandomCase {
    this.#isCalm = this.#chance(0.6);
    const count = this.#below(3);
    const templates: [string, string][] = [];
    for (this.#callable = 0; this.#callable < count; this.#callable += 1)
      templates.push([`t${this.#callable}`, this.#template(2)]);
    const definitions = this.#chance(0.15) ? `{{define "d"}}${this.#template(1)}{{end}}` : '';
    templates.push(['main', definitions + this.#template(3)]);
    const broken = templates.map(
      ([name, text]) => [name, this.#chance(this.#isCalm ? 0.05 : 0.15) ? this.#broken(text) : text] as const,
    );
    return {
      templates: broken,
      data: this.#isCalm ? RICH : this.#pick(DATA),
      missingkey: this.#pick(['default', 'default', 'zero', 'error', 'invalid']),
    };
  }

  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(of: number): boolean {
    return this.#random() < of;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#below(choices.length)] as T;
  }

  #many(most: number, make: () => string, separator = ''): string {
    return Array.from({ length: this.#below(most + 1) }, make).join(separator);
  }

  #broken(text: string): string {
    let broken = text;
    for (let left = 1 + this.#below(2); left > 0; left -= 1) {
      const at = this.#below(broken.length + 1);
      const removed = this.#chance(0.5) ? this.#below(3) : 0;
      broken = broken.slice(0, at) + (this.#chance(0.7) ? this.#pick(NOISE) : '') + broken.slice(at + removed);
    }
    // No half of a character: Go has none.
    return broken.toWellFormed();
  }

  #template(depth: number): string {
    const declared = this.#chance(0.9) ? '{{$x := .a}}{{$y := 1}}{{$i := .list}}{{$é := "é"}}' : '';
    return declared + this.#body(depth);
  }

  #body(depth: number): string {
    return this.#many(3, () => (this.#chance(0.35) ? this.#text() : this.#statement(depth))) + this.#statement(depth);
  }

  #text(): string {
    return this.#pick(TEXTS) + this.#many(2, () => this.#pick(TEXTS));
  }

  #action(inside: string): string {
    const open = this.#chance(0.15) ? this.#pick(['{{- ', '{{-\n', '{{ ', '{{\n']) : '{{';
    return open + inside + (this.#chance(0.15) ? this.#pick([' -}}', '\n-}}', ' }}', '\t}}']) : '}}');
  }

  #statement(depth: number): string {
    const kind = depth <= 0 ? 0 : this.#random();
    if (kind < 0.5) return this.#action(this.#pipeline(depth));
    if (kind < 0.62) return this.#branch('if', depth);
    if (kind < 0.72) return this.#branch('with', depth);
    if (kind < 0.86) return this.#range(depth);
    if (kind < 0.93)
      return this.#action(`template ${this.#templateName()}${this.#chance(0.7) ? ` ${this.#pipeline(1)}` : ''}`);
    if (kind < 0.96)
      return this.#action('/* a\ncomment */').replace('{{ /', '{{/').replace('{{\n/', '{{/').replace('/ }}', '/}}');
    return `${this.#action(`block "b${this.#below(3)}" ${this.#pipeline(1)}`)}{{$x := .}}{{$y := 1}}{{$i := 2}}{{$é := 3}}${this.#statement(depth - 1)}{{end}}`;
  }

  #templateName(): string {
    return this.#callable > 0 && this.#chance(0.85)
      ? `"t${this.#below(this.#callable)}"`
      : this.#pick(['"none"', '`none`', '"d"', '"d"', '"d"', '"none"', '"d"', '"d"', '"d"', '.s']);
  }

  #branch(kind: string, depth: number): string {
    const otherwise = this.#chance(0.4) ? `${this.#action('else')}${this.#body(depth - 1)}` : '';
    const second =
      kind === 'if' && this.#chance(0.25) ? `${this.#action(`else if ${this.#pipeline(1)}`)}${this.#text()}` : '';
    return `${this.#action(`${kind} ${this.#pipeline(1)}`)}${this.#body(depth - 1)}${second}${otherwise}${this.#action('end')}`;
  }

  #range(depth: number): string {
    const declared = this.#pick(['', '', '$x := ', '$i, $x := ', '$i,$y:= ']);
    const over = this.#chance(0.8)
      ? this.#pick(['.list', '.strs', '.map', '.rows', '.elist', '.a.list', '.a', '.', '.nil', '$.rows'])
      : this.#pipeline(1);
    this.#inRange += 1;
    const leave = this.#chance(0.2) ? `{{if ${this.#pipeline(1)}}}{{${this.#pick(['break', 'continue'])}}}{{end}}` : '';
    const body = leave + this.#body(depth - 1);
    this.#inRange -= 1;
    const otherwise = this.#chance(0.3) ? `${this.#action('else')}${this.#body(0)}` : '';
    return `${this.#action(`range ${declared}${over}`)}${body}${otherwise}${this.#action('end')}`;
  }

  #pipeline(depth: number): string {
    const declared = this.#chance(0.15)
      ? this.#pick(['$x := ', '$y := ', '$x = ', '$y:=', '$é := ', this.#chance(0.1) ? '$i, $x := ' : '$i := '])
      : '';
    const piped = this.#chance(0.25) ? this.#pick([' | ', '|', ' |']) + this.#call(depth - 1) : '';
    return declared + this.#command(depth) + piped;
  }

  #command(depth: number): string {
    if (this.#chance(0.5)) return this.#call(depth);
    return this.#operand(depth) + (this.#chance(0.05) ? ` ${this.#operand(depth)}` : '');
  }

  #call(depth: number): string {
    if (this.#chance(0.3)) return `printf ${this.#format()} ${this.#many(3, () => this.#operand(depth), ' ')}`;
    if (this.#chance(0.3))
      return `${this.#pick(COMPARISONS)} ${this.#operand(depth)} ${this.#many(2, () => this.#operand(depth), ' ')}`;
    if (this.#isCalm) return this.#calmCall(depth);
    const name = this.#chance(0.01) ? 'undefinedFunction' : this.#pick(FUNCTIONS);
    return `${name} ${this.#many(3, () => this.#operand(depth), ' ')}`.trimEnd();
  }

  #format(): string {
    const directive = () => {
      const width = this.#chance(0.4) ? this.#pick(['5', '12', '*', '[2]*', '1', '[1]', '[3]', '[x]']) : '';
      const precision = this.#chance(0.3) ? this.#pick(['.', '.0', '.2', '.*', '.9', '.[1]']) : '';
      return `%${this.#many(2, () => this.#pick(FLAGS))}${width}${precision}${this.#pick(VERBS)}`;
    };
    return `"${this.#many(2, () => directive() + this.#pick(['', ' ', 'é', '|']))}${directive()}"`;
  }

  #operand(depth: number): string {
    if (this.#isCalm && this.#chance(0.85)) return this.#calmOperand(depth);
    const kind = this.#random();
    if (kind < 0.4) return this.#pick(this.#chance(0.5) ? ROOTS : MORE_ROOTS);
    if (kind < 0.55) return this.#pick(this.#chance(0.9) ? NUMBERS.slice(0, 19) : NUMBERS);
    if (kind < 0.68) return this.#pick(this.#chance(0.9) ? STRINGS.slice(0, 18) : STRINGS);
    if (kind < 0.72) return this.#chance(0.9) ? "'a'" : this.#pick(CHARACTERS);
    if (kind < 0.77) return this.#pick(['true', 'false', 'nil', 'true', 'false', 'nil']);
    if (kind < 0.82) return this.#pick(VARIABLES);
    if (kind < 0.87) return `.${this.#many(2, () => this.#pick(FIELDS), '.')}`;
    if (depth <= 0) return this.#pick(ROOTS);
    return `(${this.#pipeline(depth - 1)})${this.#chance(0.25) ? `.${this.#pick(FIELDS)}` : ''}`;
  }

  #calmOperand(depth: number): string {
    if (depth > 0 && this.#chance(0.15)) return `(${this.#call(depth - 1)})`;
    return this.#pick(this.#chance(0.5) ? CALM : CALM_TOO);
  }

  #calmCall(depth: number): string {
    const one = this.#operand(depth);
    return this.#pick([
      `print ${one} ${this.#operand(depth)}`,
      `println ${one}`,
      `len $.${this.#pick(['s', 'list', 'map', 'strs', 'e'])}`,
      `index $.list ${this.#pick(['0', '1', '5', '6', '7', '-1', '4 1'])}`,
      `index $.map ${this.#pick(['"k"', '"b" "c"', '"nope"', '""'])}`,
      `slice $.${this.#pick(['s', 'list', 'strs'])} ${this.#pick(['1', '0 2', '1 3', '', '2 1', '0 1 2', '9'])}`,
      `not ${one}`,
      `and ${one} ${this.#operand(depth)}`,
      `or ${one} ${this.#operand(depth)}`,
      `html ${one}`,
      `js ${one}`,
      `urlquery ${one}`,
      `eq ${this.#pick(['$.n 3.0', '$.s "x"', '1 1', '$.t true', '$.nil nil', '$.e "" "x"', '$.n 3', '$.list 1'])}`,
      `lt ${this.#pick(['$.n 3.5', '1 2', '"a" "b"', '"\ufffd" "😀"', '$.f 1e9', "1 'a'"])}`,
    ]);
  }
}
