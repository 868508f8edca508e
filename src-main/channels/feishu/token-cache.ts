interface KeptToken {
  readonly value: unknown;
  /** End of its life by the clock on the wall, which goes on while the machine sleeps. */
  readonly until: number;
  /** End of its life by the clock that nobody sets. */
  readonly end: number;
}

/** Clocks in milliseconds: the one on the wall, and one that nobody sets. */
interface Clocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const MACHINE: Clocks = { wall: Date.now, steady: () => performance.now() };

/** Tokens of this messenger alone; the SDK's own cache is one for the whole process. */
export function tokenCache({ wall, steady }: Clocks = MACHINE) {
  const kept = new Map<string, KeptToken>();
  return {
    get: async (key: string | symbol) => {
      const found = kept.get(String(key));
      return found !== undefined && found.until > wall() && found.end > steady() ? found.value : undefined;
    },
    /** `until`: by the clock on the wall. */
    set: async (key: string | symbol, value: unknown, until = Number.POSITIVE_INFINITY) => {
      kept.set(String(key), { value, until, end: steady() + until - wall() });
      return true;
    },
  };
}
