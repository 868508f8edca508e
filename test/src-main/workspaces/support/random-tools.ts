import fc from 'fast-check';

/** Annotations as they stand in a file: plain, generic, of no type at all, and some that only make trouble. */
const ANNOTATIONS = [
  'str',
  'int',
  'float',
  'bool',
  'list',
  'dict',
  'List',
  'Dict',
  'List[int]',
  'Dict[str, int]',
  'typing.List[str]',

  'list[str]',
  'dict[str, list[int]]',
  'tuple',
  'tuple[int, ...]',
  'set',
  'frozenset[str]',
  'bytes',
  'None',
  'object',

  'Optional[int]',
  'Union[int, str]',
  'Optional[List[str]]',
  'Any',
  'Literal["a", 1, True, None]',
  'Literal[10**400]',

  'Annotated[int, "more"]',
  'Sequence[str]',
  'Callable[[int], str]',
  'Own',
  'Odd()',
  'print',
  '5',
  '[1]',
  'lambda: 0',

  '"int"',
  '"list"',
  '"list[str]"',
  '"List"',
  '"Missing"',
  '"str "',
  'T',
  'Final[int]',
  '...',
  'type(None)',
  'type[int]',
];
const DEFAULTS = [
  '1',
  '-1.5',
  '"x"',
  'None',
  'True',
  '[]',
  '{}',
  'float("inf")',
  'float("nan")',
  '...',
  'print',
  '10**400',
  '-(10**400)',
  '"\\ud800"',
  'b"x"',
  'Own',
  'Kind.ONE',
  '2**63',
  '"größe"',
  '()',
];
const NAMES = [
  'a',
  'b',
  'path',
  'limit',
  'größe',
  'ﬁle',
  '_x',
  '__proto__',
  'constructor',
  'toString',
  'Args',
  'Returns',
  'self',
  'x1',
  'name',
  'type',
  'kwargs',
  'ä',
  '名前',
  'A',
  '__init__',
  'length',
  'x²'.slice(0, 1),
];
const LINES = [
  'Args:',
  'Args: ',
  '    Args:',
  'Returns:',
  'Returns: a text',
  'Raises:',
  'Does a thing.',
  'See Args: below.',
  '',
  '   ',

  'a: first',
  '    a: first',
  '    b: what: more',
  '        goes on here',
  '    path (str): where it is',
  '    limit:',

  '    größe: the size',
  '    名前: 名',
  '    *args: more',
  '    a : spaced',
  '\tpath:\ttabbed',
  '    __proto__: of it',

  '    http://example.com',
  '    a: again',
  '    Note: of no parameter',
  'Example:',
  '  x1: 1',
  '\u00a0name: hard',
  '🙂: x',

  '    constructor: c',
  '    Raised: x',
  'no Returns: here',
  '    ²: y',
  '    a:b',
  '    x-y: z',
  '    _x: "quoted" \\ \'so\'',
];
const HEAD = `import enum, functools, typing
from typing import *

class Own: pass
class Odd: __name__ = 5
class Kind(enum.IntEnum): ONE = 1
T = TypeVar("T")

def kept(function):
    @functools.wraps(function)
    async def other(*given, **named): return await function(*given, **named)
    return other
`;

const docstring = fc.option(
  fc.array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...LINES) }, fc.string({ unit: 'grapheme-ascii' })), {
    maxLength: 14,
  }),
  { freq: 8, nil: undefined },
);

const parameter = fc.record({
  annotation: fc.option(fc.constantFrom(...ANNOTATIONS), { freq: 6, nil: undefined }),
  fallback: fc.option(fc.constantFrom(...DEFAULTS), { nil: undefined }),
});

const signature = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 7, selector: (name) => name.normalize('NFKC') }),
    rest: fc.array(parameter, { minLength: 7, maxLength: 7 }),
    positionalOnly: fc.nat(2),
    keywordOnly: fc.nat(2),
    args: fc.option(parameter, { nil: undefined }),
    kwargs: fc.option(parameter, { nil: undefined }),
  })
  .map(({ names, rest, positionalOnly, keywordOnly, args, kwargs }) => {
    let hasDefault = false;
    const all = names.map((name, index) => {
      const { annotation, fallback } = rest[index] ?? { annotation: undefined, fallback: undefined };
      const isKeyword = index >= names.length - keywordOnly;
      hasDefault = (!isKeyword && hasDefault) || fallback !== undefined;
      const value = fallback ?? (hasDefault ? 'None' : undefined);
      return `${name}${annotation === undefined ? '' : `: ${annotation}`}${value === undefined ? '' : ` = ${value}`}`;
    });
    const plain = all.slice(0, Math.max(0, names.length - keywordOnly));
    const keywords = all.slice(plain.length);
    const split = Math.min(positionalOnly, plain.length);
    const star = (name: string, { annotation }: { annotation: string | undefined }) =>
      annotation === undefined ? name : `${name}: ${annotation}`;
    return [
      ...plain.slice(0, split),
      ...(split > 0 ? ['/'] : []),
      ...plain.slice(split),
      ...(args ? [star('*more', args)] : keywords.length > 0 ? ['*'] : []),
      ...keywords,
      ...(kwargs ? [star('**others', kwargs)] : []),
    ].join(', ');
  });

/** The text of a file that has a tool. */
export const randomTool: fc.Arbitrary<string> = fc
  .record({ signature, docstring, isPostponed: fc.boolean(), isWrapped: fc.boolean() })
  .map(({ signature: given, docstring: lines, isPostponed, isWrapped }) =>
    [
      ...(isPostponed ? ['from __future__ import annotations'] : []),
      HEAD,
      ...(isWrapped ? ['@kept'] : []),
      `async def tool(${given}):`,
      // A text of JSON is one of Python.
      ...(lines ? [`    ${JSON.stringify(lines.join('\n'))}`] : []),
      '    return ""',
      '',
    ].join('\n'),
  );

/** Names of files, without what ends them; one that begins with `_` is a helper. */
export const toolNames = (count: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9-][A-Za-z0-9_-]{0,63}$/), { minLength: count, maxLength: count });
