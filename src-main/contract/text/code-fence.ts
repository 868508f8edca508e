/** Backticks around `text` as Markdown code that nothing in it can end: one more than it has in a row, at least `fewest`. */
export function codeFence(text: string, fewest = 3): string {
  let longest = fewest - 1;
  // One by one: a call takes no more than some 100,000 arguments.
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
