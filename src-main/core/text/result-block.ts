import { codeFence } from '#contract/code-fence';
import { withoutLayout } from './json-layout.ts';

/** Result of a command, as a model receives it: shared by `execute_command` and `push`. */
export interface ResultBlock {
  /** Lines before the output, such as `Exit code: 2`; each becomes a paragraph. */
  readonly head: readonly string[];
  readonly output: string;
  /** Whether `output` is only the end of the whole output. */
  readonly isTail?: boolean;
  /** `output` describes what was printed; it is not what was printed. */
  readonly isSummary?: boolean;
}

/**
 * The output in a fence of five backticks (more where it holds as many itself), after what else there is to say. A whole
 * output that is one JSON object or array is sent without its layout.
 */
export function resultBlock({ head, output, isTail = false, isSummary = false }: ResultBlock): string {
  const lines = head.flatMap((line) => [line, '']);
  const text = isSummary ? output.trim() : compactJson(output).replace(/\n$/, '');
  if (text.trim() === '') return [...lines, 'The output was empty.'].join('\n');
  const remarks = [...(isTail ? ['Tail'] : []), ...(isSummary ? ['Summary'] : [])];
  if (remarks.length > 0) lines.push(`Output (${remarks.join(', ')}):`);
  else if (lines.length > 0) lines.push('Output:');
  if (isSummary) return [...lines, text].join('\n');
  const fence = codeFence(text, 5);
  return [...lines, fence, text, fence].join('\n');
}

/** Takes out the layout alone: numbers that JavaScript would round and names that stand twice are told as they were printed. */
function compactJson(text: string): string {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return text;
  try {
    JSON.parse(trimmed);
  } catch {
    return text;
  }
  return withoutLayout(trimmed);
}
