import { roundedNumber } from '../kept-digits.ts';
import { ToolError } from '../tool.ts';

/**
 * Refuses the arguments of a tool that JavaScript runs where it would make another number of one of them.
 * @throws ToolError that names the first
 */
export function requireHeldNumbers(tool: string, sent: string): void {
  const digits = roundedNumber(sent);
  if (digits === undefined) return;
  throw new ToolError(
    `${tool} was not called: JavaScript has no number ${digits}, and would make ${Number(digits)} of it. ` +
      'Send it as a text, if the tool takes one.',
  );
}
