/** A sum in US dollars: two digits after the point, more where it would otherwise be nothing. */
export function dollars(amount: number): string {
  return `$${amount !== 0 && Math.abs(amount) < 0.1 ? twoFigures(amount) : amount.toFixed(2)}`;
}

/** Most digits after the point: below, a sum has no figure of its own. */
const MAX_DIGITS = 20;

/** The two figures that count, never as a power of ten. */
function twoFigures(amount: number): string {
  const digits = Math.min(1 - Math.floor(Math.log10(Math.abs(amount))), MAX_DIGITS);
  return amount.toFixed(digits).replace(/(\.\d\d+?)0+$/, '$1');
}
