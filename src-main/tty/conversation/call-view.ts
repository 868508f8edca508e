import type { ConversationItem } from '#contract';
import { muted, red } from '../screen/style.ts';
import { endedLines, safeText } from '../screen/text-width.ts';
import { argumentsText, callResultText, exitMark, isErrorAnswer, outcomeText, partText } from './call-text.ts';

type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;
type CallCommand = NonNullable<ToolItem['command']>;

/** Streamed output that is remembered, in UTF-16 units: more than is ever shown of it at its end. */
const MAX_REMEMBERED = 64_000;

/** One call, told once however often its item comes: what runs, what it prints, what came of it. */
export class CallView {
  readonly #number: number;
  readonly #print: (text: string) => void;
  #isTold = false;
  #isBegun = false;
  #isEnded = false;
  /** The part of a line of output that has not ended. */
  #partial = '';
  #streamed = '';

  /** @param number of the call in its session, by which `show` finds it */
  constructor(number: number, print: (text: string) => void) {
    this.#number = number;
    this.#print = print;
  }

  show(item: ToolItem): void {
    const { state } = item;
    if (state === 'waiting') this.#isTold = true;
    if (RAN.has(state)) this.#begin(item);
    if (this.#isEnded || !ENDED.has(state)) return;
    this.#isEnded = true;
    if (item.command) this.#commandEnded(item, item.command);
    else this.#ended(item);
    for (const { change, path } of item.changes) this.#print(muted(`${change} ${safeText(path)}`));
  }

  output(text: string): void {
    if (this.#isEnded) return;
    if (this.#streamed.length < MAX_REMEMBERED) this.#streamed += text;
    const { lines, rest } = endedLines(this.#partial, text);
    this.#partial = rest;
    if (lines.length > 0) this.#print(safeText(`${lines.join('\n')}\n`));
  }

  /** Begins the call's output; its repairs were shown with the question, if there was one. */
  #begin(item: ToolItem): void {
    const { repairs, tool } = item;
    if (this.#isBegun) return;
    this.#isBegun = true;
    if (!this.#isTold && repairs.length > 0) this.#print(muted(repairsLine(repairs)));
    this.#print(muted(safeText(`· ${tool}${argumentsText(item)}`)));
  }

  #commandEnded(item: ToolItem, command: CallCommand): void {
    const { split, exitCode, stopReason, output } = command;
    const isWhole = split ? this.#splitEnded(output) : this.#restOfOutput(command);
    if (exitCode !== 0) this.#print(muted(exitMark(command)));
    if (split) this.#print(muted(safeText(split.notice)));
    if (split && this.#streamed !== '' && this.#streamed !== output) {
      this.#print(muted(output === '' ? 'The model was given nothing of it.' : 'The model was given:'));
      this.#print(safeText(output));
    }
    if (!isWhole) this.#print(muted(partText(this.#number, command.outputBytes)));
    if (item.state !== 'done' && stopReason !== 'exit') this.#print(outcomeText(item));
  }

  /** Shows what the filters left, if nothing arrived while the command ran. */
  #splitEnded(output: string): boolean {
    this.#flush();
    if (this.#streamed === '') this.#print(safeText(output));
    return true;
  }

  /**
   * Prints what had not arrived when it ended; if the output was left out in part, its end. Returns whether all of it
   * was shown.
   */
  #restOfOutput({ output, outputBytes }: CallCommand): boolean {
    if (output.startsWith(this.#streamed)) {
      this.#print(safeText(this.#partial + output.slice(this.#streamed.length)));
      return !isMuchMore(outputBytes, output);
    }
    this.#flush();
    if (!isMuchMore(outputBytes, this.#streamed)) return true;
    this.#print(muted('[…]'));
    this.#print(safeText(lastLines(output)));
    return false;
  }

  #ended(item: ToolItem): void {
    const { state, tool, result = '', changes } = item;
    this.#flush();
    if (state !== 'done' && state !== 'failed') {
      this.#print(outcomeText(item));
      return;
    }
    // Some answer with what went wrong in place of failing.
    const isError = state === 'failed' || isErrorAnswer(result);
    const text = callResultText(result, this.#number, isError);
    const how = state === 'failed' ? 'failed' : 'answered with an error';
    if (isError) this.#print(red(`${safeText(tool)} ${how}${text.first === '' ? '' : `: ${text.first}`}`));
    else if (!(result.trim() === 'OK' && changes.length > 0)) this.#print(text.first);
    this.#print(text.rest);
  }

  #flush(): void {
    if (this.#partial !== '') this.#print(safeText(this.#partial));
    this.#partial = '';
  }
}

export const repairsLine = (repairs: ToolItem['repairs']): string =>
  `repaired: ${repairs.map(({ text }) => safeText(text)).join('; ')}`;

const RAN = new Set<ToolItem['state']>(['running', 'done', 'failed', 'interrupted']);
const ENDED = new Set<ToolItem['state']>([
  ...(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid', 'interrupted'] as const),
]);

/** Escapes and secrets that are taken out change the size a little. */
const isMuchMore = (bytes: number, text: string) => bytes - Buffer.byteLength(text) > 200;

const lastLines = (output: string) => output.trimEnd().split('\n').slice(-10).join('\n');
