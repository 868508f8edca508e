import type { TurnProgress } from '#contract';
import { textStart } from '#contract/text-ends';
import { MarkdownText } from '../conversation/markdown-text.ts';
import type { Prompter } from '../editing/prompter.ts';
import { green, muted, red, yellow } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

/** Longest line of a call that is shown. */
const MAX_CALL = 200;

/** Shows what a turn does, line by line; `showsAll` has calls and remarks beside the words. */
export class TurnView {
  readonly #prompter: Prompter;
  readonly #words: MarkdownText;
  readonly #showsAll: boolean;
  #hasWords = false;
  /** The last remark, which says of an answer that was cut why it is not whole. */
  #note = '';

  constructor(prompter: Prompter, columns: () => number, showsAll: boolean) {
    this.#prompter = prompter;
    this.#words = new MarkdownText(columns);
    this.#showsAll = showsAll;
  }

  show(one: TurnProgress): void {
    if (one.kind === 'note') this.#note = one.text;
    if (one.kind === 'text') this.#say(one.text);
    else if (one.kind === 'ended') this.#end(one);
    else if (one.kind === 'withdrawn') this.#print(yellow(safeText(`Your message was taken back: ${one.reason}`)));
    else if (this.#showsAll) this.#aside(one);
  }

  #say(text: string): void {
    this.#hasWords = true;
    this.#prompter.print(this.#words.push(text));
  }

  #aside(one: TurnProgress): void {
    if (one.kind === 'queued' && one.ahead > 0) this.#print(muted(`${one.ahead} before it`));
    if (one.kind === 'note') this.#print(muted(safeText(one.text)));
    if (one.kind === 'called') this.#print(muted(`● ${shortenText(`${one.tool} ${one.sent}`)}`));
    if (one.kind === 'returned' && one.outcome === 'done') this.#print(green(`✓ ${safeText(one.tool)}`));
    if (one.kind === 'returned' && one.outcome !== 'done')
      this.#print(red(`✗ ${shortenText(`${one.tool} (${one.outcome}) ${one.content}`)}`));
    if (one.kind === 'asked')
      this.#print(yellow(`? ${safeText(one.tool)}: ${safeText(one.title)}\n  ${safeText(one.why)}`));
    if (one.kind === 'answered')
      this.#print(muted(`Answered: ${one.verdict}${one.reason === undefined ? '' : `, ${shortenText(one.reason)}`}`));
  }

  #end({ outcome, text, error, cut }: Extract<TurnProgress, { kind: 'ended' }>): void {
    this.#prompter.print(this.#words.end());
    // A session that does not stream says all of it here.
    if (!this.#hasWords && text !== '') this.#prompter.print(this.#words.push(text) + this.#words.end());
    if (outcome === 'done' && cut !== undefined) this.#tellCut();
    if (outcome === 'failed') this.#print(red(safeText(`The turn failed: ${error ?? 'nobody said why'}`)));
    if (outcome === 'cancelled') this.#print(yellow(safeText(error ?? 'It was stopped.')));
    if (outcome === 'refused') this.#print(yellow(safeText(error ?? 'The model refused to answer.')));
  }

  /** Shows why the answer is not whole, unless it is shown as every remark. */
  #tellCut(): void {
    if (!this.#showsAll && this.#note !== '') this.#print(yellow(safeText(this.#note)));
  }

  /** Prints text below the unfinished words. */
  #print(text: string): void {
    this.#prompter.print(this.#words.end());
    this.#prompter.print(text);
  }
}

function shortenText(text: string): string {
  const line = safeText(text.replace(/\s+/g, ' ').trim());
  return line.length <= MAX_CALL ? line : `${textStart(line, MAX_CALL)} …`;
}
