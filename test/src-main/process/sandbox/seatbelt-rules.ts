/** One act against the rules of a profile, as `sandbox(7)` reads them: the last rule that matches decides. */
export type Verdict = 'allow' | 'deny';

type Expression = string | readonly Expression[];

const TOKEN = /\(|\)|#?"(?:[^"\\]|\\.)*"|[^\s()]+/g;

/** @throws Error where the parentheses do not match, or a rule is not known */
export function readProfile(profile: string): (act: string, path?: string) => Verdict {
  const rules = parse(profile).filter((one) => one[0] === 'allow' || one[0] === 'deny') as Expression[][];
  return (act, path = '') => {
    const last = rules.findLast(([, ...rest]) => matches(rest, act, path));
    return (last?.[0] ?? 'deny') as Verdict;
  };
}

function parse(text: string): readonly Expression[] {
  const stack: Expression[][] = [[]];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const done = stack.pop() as Expression[];
      const above = stack.at(-1);
      if (!above) throw new Error('one ) too many');
      above.push(done);
    } else stack.at(-1)?.push(token);
  }
  if (stack.length !== 1) throw new Error('a ) is missing');
  return stack[0] as Expression[];
}

function matches(rest: readonly Expression[], act: string, path: string): boolean {
  const acts = rest.filter((one) => typeof one === 'string');
  const filters = rest.filter((one) => typeof one !== 'string');
  const isAbout = acts.some(
    (one) => one === 'default' || one === act || (one.endsWith('*') && act.startsWith(one.slice(0, -1))),
  );
  return isAbout && (filters.length === 0 || filters.some((one) => filterMatches(one as Expression[], path)));
}

function filterMatches([name, value = '', more]: readonly Expression[], path: string): boolean {
  const text = String(value)
    .replace(/^#?"|"$/g, '')
    .replace(/\\(.)/g, '$1');
  switch (name) {
    case 'literal':
    case 'global-name':
    case 'path-literal':
    case 'target':
      return path === text;
    case 'subpath':
      return path === text || path.startsWith(`${text}/`);
    case 'regex':
      return new RegExp(text).test(path);
    case 'remote':
      return more === undefined ? path.startsWith('/') : filterMatches(more as Expression[], path);
    default:
      throw new Error(`a filter that is not known: ${name}`);
  }
}
