/**
 * Characters that people do not see and that models read as letters: tags, and variation selectors in a row, of which
 * one by itself belongs to the character before it.
 */
const RUN = /[\u{e0000}-\u{e007f}]+|[\u{e0100}-\u{e01ef}]{2,}/gu;
/** First character of the flags of regions, such as that of England: a black flag, up to six tags, and a cancel tag. */
const FLAG = '\u{1f3f4}';
const FLAG_TAGS = /^[\u{e0030}-\u{e007a}]{1,6}\u{e007f}$/u;

/** The text with runs of such characters replaced by a remark, so that a model is told no more than a person can see. */
export function withoutInvisibleText(text: string): string {
  return text.replaceAll(RUN, (run, at: number) => {
    if (FLAG_TAGS.test(run) && text.slice(at - FLAG.length, at) === FLAG) return run;
    const count = run.length / 2;
    return `[${count} invisible ${count === 1 ? 'character' : 'characters'} left out]`;
  });
}
