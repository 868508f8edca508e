/** Whether a text stands among others already, so that it is not shown twice. */
export const isAmong = (text: string, others: readonly { readonly text: string }[]): boolean =>
  others.some((other) => other.text === text);
