import type { Analysis } from '#shell-analysis';
import type { Ban } from './finding.ts';

const WHY = 'It starts itself again and again until nothing else can run';

const FORKING = /\bfork\b[\s();]*(while|until)\b.*\bfork\b|while\s*\(?\s*(1|true|True)\s*\)?\s*[:{;]?\s*(os\.)?fork\b/i;

/** A function that starts itself in the background or in a pipeline, and what interpreters are known to be given for the same. */
export function forkBomb({ line, parts, nodeTypes }: Analysis): Ban | undefined {
  const inline = parts.findIndex(({ words }) => words.some(({ text }) => /fork/i.test(text) && FORKING.test(text)));
  if (inline >= 0) return { rule: 'fork bomb', why: WHY, part: inline };
  if (!nodeTypes.has('Function')) return undefined;
  const names = namesOfFunctions(line);
  const calls = parts.findIndex(
    ({ program, places }) =>
      places.includes('function') &&
      (places.includes('background') || places.includes('pipeline')) &&
      program !== undefined &&
      names.has(program),
  );
  return calls < 0 ? undefined : { rule: 'fork bomb', why: WHY, part: calls };
}

/** Finds the names before `()`; in quotes as well, which only finds more. */
function namesOfFunctions(line: string): ReadonlySet<string> {
  const found = line.matchAll(/(?:^|[\s;&|(){}'"])(?:function\s+([^\s(){};&|<>'"]+)|([^\s(){};&|<>'"]+)\s*\(\s*\))/g);
  return new Set([...found].map(([, keyword, plain]) => keyword ?? plain ?? ''));
}
