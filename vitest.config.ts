import { defineConfig } from 'vitest/config';

// Quick tests share a worker's modules, which saves half of the time: nothing is patched, so nothing can leak.

/** The long suites take what they need; npm run test:long ends what hangs. */
const isLong = process.env.SIGMA_TEST_LONG === '1';

const shared = {
  environment: 'node',
  testTimeout: isLong ? 1_800_000 : 20_000,
  hookTimeout: 20_000,
  setupFiles: ['test/support/seeded-properties.ts'],
};

export default defineConfig({
  test: {
    // Many tests wait for something: a third worker uses the time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          isolate: false,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.{integration,slow}.test.ts', 'test/src-renderer/**'],
        },
      },
      {
        test: {
          ...shared,
          isolate: false,
          name: 'slow-renderer',
          environment: 'happy-dom',
          setupFiles: [...shared.setupFiles, 'test/support/fresh-page.ts'],
          include: ['test/src-renderer/**/*.slow.test.tsx'],
          testTimeout: isLong ? 1_800_000 : 60_000,
        },
      },
      {
        // Seconds each, mostly of waiting for real programs: beside each other, and not part of `npm run check`.
        test: {
          ...shared,
          isolate: false,
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          testTimeout: isLong ? 1_800_000 : 60_000,
        },
      },
      {
        test: {
          ...shared,
          isolate: false,
          name: 'renderer',
          environment: 'happy-dom',
          setupFiles: [...shared.setupFiles, 'test/support/fresh-page.ts'],
          include: ['test/src-renderer/**/*.test.{ts,tsx}'],
          exclude: ['test/**/*.slow.test.tsx'],
        },
      },
      {
        // Real programs, crash tests, whole hosts: slower, and not part of `npm run check`. Three files at a time: each has
        // folders, homes and ports of its own, and what a test measures is the time of its own process. The app is loaded once a
        // worker, which saves a quarter of the time.
        test: {
          ...shared,
          isolate: false,
          name: 'integration',
          include: ['test/**/*.integration.test.ts'],
          testTimeout: isLong ? 1_800_000 : 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
