/** jq, with a filter of known functions that end, and without files of its own. */
import { byGrammar, type Check } from './grammar.ts';

const OPTIONS =
  '-rcSsnjaCMe --raw-output --raw-output0 --compact-output --sort-keys --slurp --null-input --raw-input -R --join-output --ascii-output --color-output --monochrome-output --exit-status --tab --indent=number --seq --stream --unbuffered';

/** Functions that compute, by name; none reads a file, the environment or further input without end. */
const FUNCTIONS = new Set(
  `not empty error length utf8bytelength keys keys_unsorted values has in inside contains map map_values path paths leaf_paths
  del to_entries from_entries with_entries select add any all flatten floor ceil round sqrt pow log log2 log10 exp abs
  tostring tonumber type isinfinite isnan isnormal isvalid sort sort_by group_by min max min_by max_by unique unique_by
  reverse startswith endswith ltrimstr rtrimstr trimstr trim ltrim rtrim combinations explode implode split splits join
  ascii_downcase ascii_upcase ascii test match capture scan sub gsub first last nth limit tojson fromjson now date todate
  fromdate todateiso8601 fromdateiso8601 dateadd datesub strptime strftime mktime gmtime localtime walk transpose arrays
  objects iterables booleans numbers strings nulls scalars getpath setpath delpaths pick index rindex indices tostream
  fromstream truncate_stream toarray input_line_number base64 base64d csv tsv html uri sh text json
  if then elif else end and or as reduce foreach try catch null true false`.split(/\s+/),
);

export const jqCheck: Check = (given, reader) => {
  const [taken, rest] = namedValues(given);
  if (taken === undefined) return 'a value of --arg is missing';
  return PLAIN(rest, reader);
};

const PLAIN = byGrammar({
  options: OPTIONS,
  kinds: { filter: filterProblem },
  operands: 'filter read*',
});

/** `--arg name value`, which no other option resembles. */
function namedValues(given: readonly string[]): [readonly string[] | undefined, readonly string[]] {
  const rest: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? '';
    if (word === '--') return [[], [...rest, ...given.slice(index)]];
    if (word !== '--arg' && word !== '--argjson') {
      rest.push(word);
      continue;
    }
    if (!/^[A-Za-z]\w*$/.test(given[index + 1] ?? '') || given[index + 2] === undefined) return [undefined, rest];
    index += 2;
  }
  return [[], rest];
}

/** First an object of fields alone, such as `{name, version}`: nothing in it is a function. */
const TOKEN =
  /\{\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*\s*\}|"(?:[^"\\]|\\[^(])*"|[@$.]?[A-Za-z_][\w]*(?:::\w+)*\s*:?|\d+(?:\.\d+)?|[\s[\](){}|,.:;=<>!?*/%+-]|\/\//y;

/** What a filter may not hold: other functions than those above, definitions, modules, strings with code inside. */
export function filterProblem(filter: string): string | undefined {
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < filter.length) {
    const token = TOKEN.exec(filter)?.[0];
    if (token === undefined) return 'the jq filter is not understood';
    const why = tokenProblem(token);
    if (why !== undefined) return why;
  }
  return undefined;
}

function tokenProblem(token: string): string | undefined {
  const name = /^([@$.]?)([A-Za-z_][\w:]*?)\s*(:?)$/.exec(token);
  if (name === null) return undefined;
  const [, sign = '', word = '', colon = ''] = name;
  // A field of an object, read or made.
  if (sign === '.' || (sign === '' && colon === ':')) return undefined;
  if (sign === '$') return /^(ENV|__)/.test(word) ? 'the jq filter reads the environment' : undefined;
  return FUNCTIONS.has(word) ? undefined : `the jq function ${word} is not known to compute only`;
}
