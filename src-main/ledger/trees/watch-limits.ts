/** Limits for watching a workspace, so that a call is not held up for long. */
export interface WatchLimits {
  readonly maxEntries: number;
  /** Folders by name that are not looked into, with what they hold. */
  readonly unwatchedFolders: Readonly<Record<string, string>>;
  /** Share of the disk's free room that old content may take, in percent; what it takes already counts as free. */
  readonly keepPercent: number;
  /** Most that old content may take, in bytes. */
  readonly keepBytes: number;
}

export const DEFAULT_WATCH_LIMITS: WatchLimits = {
  maxEntries: 200_000,
  unwatchedFolders: {
    node_modules: 'installed packages',
    '.venv': 'an installed Python environment',
    venv: 'an installed Python environment',
    __pycache__: 'compiled Python',
    target: 'build output',
    '.cache': 'a cache',
  },
  keepPercent: 10,
  keepBytes: Number.POSITIVE_INFINITY,
};
