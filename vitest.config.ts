import { defineConfig } from 'vitest/config'

/** As with the journeys: a flake does not stop a landing. */
const retry = process.env.CI ? 1 : 0

export default defineConfig({
  test: {
    // Many tests wait for clocks, sockets and processes: more workers than cores.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          retry,
          include: ['shared/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          retry,
          include: ['server/**/*.test.ts'],
          // The starter's tests start clusters of their own, in their own processes.
          exclude: ['server/lib/postgres/**', '**/*.long.test.ts'],
          globalSetup: ['server/test/globalSetup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Mails and news come when the machine gets to them.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'postgres',
          retry,
          include: ['server/lib/postgres/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Long searches and fault runs, before an issue is closed: `--project long`.
        test: {
          name: 'long',
          include: ['server/**/*.long.test.ts', 'shared/**/*.long.test.ts'],
          globalSetup: ['server/test/globalSetup.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
