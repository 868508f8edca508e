/** A sum in US dollars: two digits after the point, more where it would otherwise be nothing. */
export function dollars(amount: number): string {
  return `$${amount !== 0 && amount < 0.1 ? amount.toPrecision(2).replace(/(\.\d\d+?)0+$/, '$1') : amount.toFixed(2)}`;
}
