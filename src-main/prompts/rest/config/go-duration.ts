const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

const DURATION = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/** Milliseconds of a duration as Go writes it, such as `1h30m` or `1.5s`; `undefined` for what is none. */
export function goDuration(text: string): number | undefined {
  if (/^[+-]?0$/.test(text)) return 0;
  if (!DURATION.test(text)) return undefined;
  const sum = [...text.matchAll(PART)].reduce((total, [, number, unit]) => total + Number(number) * unitOf(unit), 0);
  return text.startsWith('-') ? -sum : sum;
}

const unitOf = (unit: string | undefined) => UNITS[unit ?? ''] ?? Number.NaN;
