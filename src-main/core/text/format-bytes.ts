const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Formats a size with 1000 to the unit, as disks count: `10 MB`, `1.5 GB`, `12 bytes`. */
export function formatBytes(bytes: number): string {
  let [step, value] = [0, bytes];
  // By what is shown: 999,999 bytes are 1.0 MB, not 1000.0 kB.
  while (step < UNITS.length - 1 && Number(value.toFixed(1)) >= 1000) value = bytes / 1000 ** ++step;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${UNITS[step]}`;
}
