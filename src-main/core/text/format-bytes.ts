const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** 1000 to the unit, as disks count: `10 MB`, `1.5 GB`, `12 bytes`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${UNITS[step]}`;
}
