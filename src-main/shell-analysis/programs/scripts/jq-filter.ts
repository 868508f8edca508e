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

/** First an object of fields alone, such as `{name, version}`: nothing in it is a function. */
const TOKEN =
  /\{\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*\s*\}|"(?:[^"\\]|\\[^(])*"|[@$.]?[A-Za-z_][\w]*(?:::\w+)*\s*:?|\d+(?:\.\d+)?|[\s[\](){}|,.:;=<>!?*/%+-]|\/\//y;

const MODULES = /\b(?:import|include|input_filename|modulemeta|get_search_list)\b/;
const WIDE = /\benv\b|\$ENV|\b(?:import|include|input_filename|modulemeta|debug|halt)\b/;
const EARLY = /\b(?:halt|halt_error|first|limit|until|label|break|error|input|inputs)\b/;

export interface JqFilter {
  /**
   * Reason why it is not known only to compute, or nothing: other functions, definitions, modules, strings with code
   * inside.
   */
  readonly problem: string | undefined;
  /** Whether it may read modules, or know where its input comes from. */
  readonly readsModules: boolean;
  /** Whether it may read modules or the environment, or print elsewhere. */
  readonly isWide: boolean;
  /** Whether it may end before it has read everything. */
  readonly endsEarly: boolean;
}

export function readJq(filter: string): JqFilter {
  const problem = problemIn(filter);
  const isKnown = problem === undefined;
  return {
    problem,
    readsModules: !isKnown && MODULES.test(filter),
    isWide: !isKnown && WIDE.test(filter),
    endsEarly: EARLY.test(filter),
  };
}

function problemIn(filter: string): string | undefined {
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
