import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCommandTool } from '#execution';
import { createFiles } from '#files';
import type { Tool } from '#tools';
import { shownValue } from '../../../src-main/guard/argument-aliases/argument-repair.ts';
import { renameFields } from '../../../src-main/guard/argument-aliases/rename-fields.ts';
import { type RepairResult, repairArguments } from '../../../src-main/guard/argument-aliases/repair-arguments.ts';
import { isRule } from '../../../src-main/guard/argument-aliases/rules.ts';
import { field, OWN_TABLES, type RepairTable } from '../../../src-main/guard/argument-aliases/table.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import '../../support/seeded-properties.ts';

const everyRule = () => true;
const text = { type: 'string' };
const EDIT = {
  type: 'object',
  properties: {
    path: text,
    edits: {
      type: 'array',
      items: { type: 'object', properties: { oldText: text, newText: text }, additionalProperties: false },
    },
  },
  required: ['path', 'edits'],
  additionalProperties: false,
};
const tableFor = (tool: string): RepairTable => OWN_TABLES.get(tool) ?? { fields: [] };

function mend(tool: string, args: unknown, isOn = everyRule as (rule: string) => boolean) {
  const properties = Object.fromEntries(tableFor(tool).fields.map(({ name }) => [name, {}]));
  const parameters = tool === 'edit_file' ? EDIT : { type: 'object', properties, additionalProperties: false };
  return repairArguments({ table: tableFor(tool), tool, parameters }, args, isOn);
}

function repaired(tool: string, args: unknown): RepairResult {
  const result = mend(tool, args);
  if ('problem' in result) throw new Error(result.problem);
  return result;
}

const lines = ({ repairs }: RepairResult) => repairs.map(({ text }) => text);
const [A, B] = [
  { oldText: 'a', newText: 'b' },
  { oldText: 'x', newText: 'y' },
];

describe('nothing that the model asked for is dropped', () => {
  test.each([
    ['a list and a pair', { path: 'f', edits: [B], oldText: 'a', newText: 'b' }],
    ['a list and a pair in other words', { path: 'f', edits: [B], old_str: 'a', new_str: 'b' }],
    ['a list as text and a pair', { path: 'f', edits: JSON.stringify([B]), oldText: 'a', newText: 'b' }],
    ['one edit in place of the list and a pair', { path: 'f', edits: B, old: 'a', new: 'b' }],
  ])('%s are two edits', (_, args) => {
    expect(repaired('edit_file', args).arguments).toEqual({ path: 'f', edits: [B, A] });
  });

  test('what cannot be read as a list is ignored beside a complete pair, which is said', () => {
    const result = repaired('edit_file', { path: 'f', edits: '[{"oldText":', ...A });
    expect(result.arguments).toEqual({ path: 'f', edits: [A] });
    expect(result.repairs).toEqual([
      { rule: 'edits.pair', text: expect.stringContaining('edits ("[{\\"oldText\\":") ignored'), isLoss: true },
    ]);
  });

  test('half of a pair stays for the schema to refuse', () => {
    const args = { path: 'f', edits: [B], oldText: 'a' };
    expect(repaired('edit_file', args)).toEqual({ arguments: args, repairs: [] });
  });

  test('the path of an edit goes where it is that of the call, and stays where it is another', () => {
    const same = repaired('edit_file', { path: 'f', edits: [{ file: 'f', ...A }] });
    expect(same.arguments).toEqual({ path: 'f', edits: [A] });
    expect(lines(same)).toContain('Left out, since edit_file does not know it: edits[0].path ("f")');
    const other = repaired('edit_file', { path: 'f', edits: [{ path: 'g', ...A }] });
    expect(other.arguments).toEqual({ path: 'f', edits: [{ path: 'g', ...A }] });
  });
});

test('the same repair of many edits is one line', () => {
  const edits = [1, 2, 3].map((n) => ({ old_string: `${n}`, newText: '' }));
  expect(lines(repaired('edit_file', { path: 'f', edits }))).toEqual(['edits[].old_string → oldText (3 times)']);
});

test('other names of a command and its folder are known, and its other words are left out aloud', () => {
  const result = repaired('execute_command', { cmd: 'ls', cwd: '/tmp', timeout: 5, description: 'List' });
  expect(result.arguments).toEqual({ command_line: 'ls', working_dir: '/tmp' });
  expect(lines(result)).toEqual([
    'cmd → command_line',
    'cwd → working_dir',
    'Left out, since execute_command does not know it: timeout (5), description ("List")',
  ]);
});

test('each place of a list that has schemas of its own first is read by its own', () => {
  const closed = (name: string) => ({ type: 'object', properties: { [name]: text }, additionalProperties: false });
  const row = { type: 'array', prefixItems: [closed('head'), true], items: closed('cell') };
  const parameters = { type: 'object', properties: { row } };
  const args = { row: [{ head: 'a', x: 1 }, { any: 'b' }, { cell: 'c', x: 2 }] };
  const result = repairArguments({ table: { fields: [] }, tool: 'write', parameters }, args, everyRule);
  expect(result).toMatchObject({ arguments: { row: [{ head: 'a' }, { any: 'b' }, { cell: 'c' }] } });
});

test.each([
  [{ path: null, file: 'a' }, { path: 'a' }],
  [{ file: null }, { path: null }],
  [{ file: 'a', target: 'a' }, { path: 'a' }],
  [{ file: null, target: 'a' }, { path: 'a' }],
])('%j is read as %j', (args, wanted) => {
  expect(repaired('read_file', args).arguments).toEqual(wanted);
});

test.each([
  ['42', 42],
  [' 42 ', 42],
  ['-3', -3],
  ['10.5', 10.5],
  ['1e2', 100],
  ['12abc', '12abc'],
  ['0x10', '0x10'],
  ['1,000', '1,000'],
  ['Infinity', 'Infinity'],
  ['9007199254740993', '9007199254740993'],
  ['', ''],
])('a limit of %j is %j', (limit, wanted) => {
  expect(repaired('read_file', { path: 'f', limit }).arguments).toEqual({ path: 'f', limit: wanted });
});

test.each([null, 'text', 5, ['path']])('%j, which is no object, is left alone', (args) => {
  expect(repaired('edit_file', args)).toEqual({ arguments: args, repairs: [] });
});

test('a key that hides characters is shown with their codes', () => {
  const [line] = lines(repaired('read_file', { path: 'f', 'a\u202eb': 'c\u200bd' }));
  expect(line).toContain('"a[U+202E]b" ("c[U+200B]d")');
});

test('a key of the prototype is a key like others', () => {
  const args = JSON.parse('{"path":"f","__proto__":{"limit":5},"constructor":"x"}');
  const result = repaired('read_file', args);
  expect(result.arguments).toEqual({ path: 'f' });
  expect(Object.keys(result.arguments as object)).toEqual(['path']);
  expect(lines(result)[0]).toContain('__proto__');
});

describe('whatever a model sends', () => {
  const tools = [...OWN_TABLES.keys()];
  const names = [
    ...new Set([...OWN_TABLES.values()].flatMap(({ fields }) => fields.flatMap((one) => [one.name, ...one.aliases]))),
  ];
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant('12'), fc.constant('same'));
  const edit = fc.dictionary(fc.constantFrom(...names, 'extra'), value, { maxKeys: 4 });
  const edits = fc.oneof(
    fc.array(edit, { maxLength: 3 }),
    edit,
    fc.array(edit).map((one) => JSON.stringify(one)),
    value,
  );
  const args = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names, 'extra'), value, { maxKeys: 6 }),
      fc.option(edits, { nil: undefined }),
    )
    .map(([rest, list]) => (list === undefined ? rest : { ...rest, edits: list }));
  const calls = fc.record({ tool: fc.constantFrom(...tools), args });

  test('a call that was repaired is not repaired again', () => {
    fc.assert(
      fc.property(calls, ({ tool, args }) => {
        const once = mend(tool, args);
        if ('problem' in once) return;
        const twice = mend(tool, once.arguments);
        expect(twice).toEqual({ arguments: once.arguments, repairs: [] });
      }),
    );
  });

  test('renaming by itself is done once', () => {
    fc.assert(
      fc.property(calls, ({ tool, args }) => {
        const { fields } = tableFor(tool);
        const once = renameFields(args, fields, everyRule);
        if ('problem' in once) return;
        expect(renameFields(once.value, fields, everyRule)).toEqual({ value: once.value, repairs: [] });
      }),
    );
  });

  test('every value is in the arguments or named in a line, and every change has a line with a rule that exists', () => {
    fc.assert(
      fc.property(calls, ({ tool, args }) => {
        const result = mend(tool, args);
        if ('problem' in result) return;
        const said = `${JSON.stringify(result.arguments)}\n${lines(result).join('\n')}`;
        // What is left out as a whole is named as a whole, shortened.
        const left = Object.values(args as object).filter((value) => !said.includes(shownValue(value)));
        for (const leaf of leavesOf(left)) {
          const isThere = said.includes(JSON.stringify(leaf)) || said.includes(shownValue(leaf)) || isRead(leaf, said);
          expect(isThere, `${JSON.stringify(leaf)} in ${said}`).toBe(true);
        }
        expect(result.repairs.filter(({ rule }) => !isRule(rule))).toEqual([]);
        if (result.repairs.length === 0) expect(result.arguments).toEqual(args);
      }),
    );
  });

  test('with every rule switched off the arguments stay as they are', () => {
    fc.assert(
      fc.property(calls, ({ tool, args }) => {
        expect(mend(tool, args, () => false)).toEqual({ arguments: args, repairs: [] });
      }),
    );
  });
});

/** Numbers that came as text are there as numbers; of a list that came as text, its leaves are. */
function isRead(leaf: unknown, said: string): boolean {
  if (leaf === null) return true;
  if (typeof leaf !== 'string') return false;
  if (said.includes(String(Number(leaf)))) return true;
  try {
    return leavesOf(JSON.parse(leaf)).every(
      (one) => one === null || said.includes(shownValue(one)) || said.includes(JSON.stringify(one)),
    );
  } catch {
    return false;
  }
}

function leavesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}

test('the arguments of our tools are those that the tables name', async () => {
  await using ledger = await temporaryLedger();
  await using files = createFiles({
    ledger,
    sessionTitle: () => '',
    log: silentLogger,
    ownFiles: () => [],
  });
  const command = createCommandTool({} as Parameters<typeof createCommandTool>[0]).tools();
  const tools = [...files.tools.tools(), ...command].filter(({ name }) => OWN_TABLES.has(name));
  expect(tools.map(({ name }) => name).sort()).toEqual([...OWN_TABLES.keys()].sort());
  for (const tool of tools) {
    const known = propertiesOf(tool);
    const { fields, edits } = tableFor(tool.name);
    const named = fields.map(({ name }) => name).filter((name) => !edits || name === 'path');
    expect(known, tool.name).toEqual(expect.arrayContaining(named));
    expect(fields.flatMap(({ aliases }) => aliases).filter((alias) => known.includes(alias))).toEqual([]);
    expect(tool.parameters.additionalProperties, tool.name).toBe(false);
  }
});

function propertiesOf({ parameters }: Tool): string[] {
  return Object.keys(parameters.properties as object);
}

test('an alias stands for one argument of a tool alone', () => {
  for (const [tool, { fields }] of OWN_TABLES) {
    const names = fields.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size, tool).toBe(names.length);
  }
  expect(field('offset').isNumber).toBe(true);
});

test('a long value is shown by its beginning, with its last character whole', () => {
  const shown = shownValue(`${'x'.repeat(58)}😀 and more`);
  expect(shown).toBe(`"${'x'.repeat(58)}…`);
});
