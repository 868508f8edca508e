import { textStart } from '#contract/text-ends';

/** Text that is laid out in one frame without holding up keys, in characters. */
const SLICE = 20_000;

/** Pieces of about 20,000 characters; joined they are the text. They end with a line where one ends in their second half. */
export function textSlices(text: string): readonly string[] {
  const slices: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + SLICE >= text.length ? text.length : cutBefore(text, from, from + SLICE);
    slices.push(text.slice(from, end));
    from = end;
  }
  return slices;
}

function cutBefore(text: string, from: number, end: number): number {
  const newline = text.lastIndexOf('\n', end - 1);
  if (newline >= from + SLICE / 2) return newline + 1;
  return textStart(text, end).length;
}
