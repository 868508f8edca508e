/** What is watched of a workspace at most, so that a command is not held up for long. */
export interface WatchLimits {
  /** The bytes of larger files are not kept; that they changed is seen all the same. */
  readonly maxFileBytes: number;
  /** Of all files together. */
  readonly maxTotalBytes: number;
  readonly maxEntries: number;
  /** Folders by name that are not looked into, with what they hold. */
  readonly unwatchedFolders: Readonly<Record<string, string>>;
}

export const DEFAULT_WATCH_LIMITS: WatchLimits = {
  maxFileBytes: 10_000_000,
  maxTotalBytes: 500_000_000,
  maxEntries: 50_000,
  unwatchedFolders: {
    node_modules: 'installed packages',
    '.venv': 'an installed Python environment',
    venv: 'an installed Python environment',
    __pycache__: 'compiled Python',
    target: 'build output',
    '.cache': 'a cache',
  },
};
