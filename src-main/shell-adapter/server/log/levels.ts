/** Python's, with its numbers. */
export const LOG_LEVELS = [
  { name: 'DEBUG', number: 10 },
  { name: 'INFO', number: 20 },
  { name: 'WARNING', number: 30 },
  { name: 'ERROR', number: 40 },
  { name: 'CRITICAL', number: 50 },
] as const;

export type LevelName = (typeof LOG_LEVELS)[number]['name'];

export function isLevel(text: string): boolean {
  return LOG_LEVELS.some(({ name }) => name === text.toUpperCase());
}

/** Finds the level with this name, in upper or lower case. */
export function parseLogLevel(text: string): LevelName {
  return LOG_LEVELS.find(({ name }) => name === text.toUpperCase())?.name ?? 'INFO';
}

export function numberOf(level: LevelName): number {
  return LOG_LEVELS.find(({ name }) => name === level)?.number ?? 20;
}
