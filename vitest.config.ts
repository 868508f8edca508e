import { defineConfig } from 'vitest/config';

const shared = { environment: 'node', testTimeout: 20_000, hookTimeout: 20_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          // Files share a worker's modules, which saves half of the time: nothing is patched, so nothing can leak. (The page has
          // state of its own, such as what it last announced, so its tests do not.)
          isolate: false,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.integration.test.ts', 'test/src-renderer/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'renderer',
          environment: 'happy-dom',
          include: ['test/src-renderer/**/*.test.{ts,tsx}'],
        },
      },
      {
        // Real programs, crash tests, whole hosts: slower, and not part of `npm run check`.
        test: {
          ...shared,
          name: 'integration',
          include: ['test/**/*.integration.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
