import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserLaunch } from './e2e/browser.ts'
import { endpoints } from './scripts/endpointsPlugin.ts'
import { locales } from './scripts/localesPlugin.ts'
import { keptModules } from './scripts/testing/keptModules.ts'
import { keepTemporaryInMemory } from './scripts/testing/memoryFolder.ts'

keepTemporaryInMemory()

/** As with the journeys: a flake does not stop a landing. */
const retry = process.env.CI ? 1 : 0

/** Texts as long as a body feed each reader of words. */
const dearWords = 'testing/dearWords.test.ts'

/**
 * Walks over every call, attacks, kills in the middle, random histories, thousands of rows, and all that is printed
 * or packed: what takes longest and fails most rarely. It is run before a change lands, `npm test -- --all`.
 */
const exhaustive = [
  'server/animals/status.test.ts',
  'server/cli.test.ts',
  'server/documents/**/*.test.ts',
  'server/drill.test.ts',
  'server/imports/**/*.test.ts',
  'server/lib/backup/{backup,command,moment}.test.ts',
  'server/lib/db/searchIds.test.ts',
  'server/lib/{nodes,processes}/**/*.test.ts',
  'server/lib/openapi/client.test.ts',
  'server/lib/pdf/{longWords,printable}.test.ts',
  'server/lib/pusher/subscribing.test.ts',
  'server/lib/registers/accessible.test.ts',
  'server/lib/versions/keptDatabase.test.ts',
  'server/messaging/twoNodes.test.ts',
  'server/notifications/delivery.test.ts',
  'server/passes/packs/*.test.ts',
  'server/passes/pseudonyms.test.ts',
  'server/reports/{bounds,pdf,sealed/*}.test.ts',
  'server/seeds/demo/demo.test.ts',
  'server/sealing/bundle.test.ts',
  'server/sealing/timeStamps/**/*.test.ts',
  'server/submissions/{document,exports}/**/*.test.ts',
  'server/system/backups.test.ts',
  'server/tasks/feed/feedBounds.test.ts',
  'server/tasks/recurrence/recurrence.test.ts',
  'server/test/{isolation,largeRegisters,mirroredCompany}.test.ts',
  'server/test/{attacks,fuzz,kills,restore,routes}/**/*.test.ts',
  'server/test/passWalk/**/*.test.ts',
  'server/test/reach/{mutations,walk}.test.ts',
  'server/webhooks/{killed,receivers}.test.ts',
  dearWords,
]
/** Sign-in by a provider, its accounts, webhooks, passes and rights by place: with `npm test -- --all` too. */
const integrations = [
  'server/accounts/sso/**/*.test.ts',
  'server/passes/**/*.test.ts',
  'server/provisioning/**/*.test.ts',
  'server/test/reach/{histories,kept,reach,site,stays}.test.ts',
  'server/webhooks/webhooks.test.ts',
]

/** The starter's tests start clusters of their own, in their own processes. */
const starter = 'server/lib/postgres/**/*.test.ts'
const longTests = '**/*.long.test.ts'
/** Several machines, by programs of Debian: `npm run test:cluster`. */
const clusters = 'server/test/cluster/**/*.test.ts'

const onServer = {
  retry,
  globalSetup: ['server/test/globalSetup.ts'],
  isolate: false,
  // By the clock, which other work on the machine takes from: walks over every call take half a minute on a quiet one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Mails and news come when the machine gets to them.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // Tests wait for clocks, sockets and processes: more workers than cores, but each of them loads the server once.
    maxWorkers: 3,
    // What failed is named in the last lines of a run by its message: an array of one there says nothing.
    chaiConfig: { truncateThreshold: 1000 },
    projects: [
      {
        plugins: [endpoints()],
        test: {
          name: 'unit',
          retry,
          include: ['{shared,web,scripts,testing}/**/*.test.ts'],
          exclude: [dearWords, longTests],
          isolate: false,
          // By the clock, which other work on the machine takes from.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...onServer,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...exhaustive, ...integrations, starter, clusters, longTests],
        },
      },
      { test: { ...onServer, name: 'exhaustive', include: exhaustive, exclude: [longTests] } },
      { test: { ...onServer, name: 'integrations', include: integrations, exclude: [...exhaustive, longTests] } },
      {
        test: {
          name: 'postgres',
          retry,
          include: [starter],
          globalSetup: ['server/test/postgres/prepare.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'cluster',
          include: [clusters],
          fileParallelism: false,
          expect: onServer.expect,
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Components that need a browser and nothing of the server: what they look like and how they behave.
        plugins: [react(), locales(), endpoints(), keptModules()],
        define: { __TEND_VERSION__: JSON.stringify('0.0.0') },
        // Found late it would have all packages bundled anew in the middle of a run.
        optimizeDeps: { include: ['@tabler/icons-react/dist/esm/defaultAttributes.mjs'] },
        test: {
          name: 'components',
          retry,
          include: ['web/**/*.test.tsx'],
          // Frames come when the machine gets to them.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await browserLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        // Long searches and fault runs, before an issue is closed: `--project long`.
        test: {
          name: 'long',
          include: [
            '{server,shared,testing}/**/*.long.test.ts',
            'server/test/reach/histories.test.ts',
            // Each row in every way, not in one of three.
            'server/test/reach/walk.test.ts',
            // Each reach of a pass with each period and all kinds, not a third of them.
            'server/test/passWalk/records.test.ts',
            // Of messages that wait for a connection the same test with more seeds.
            'web/messaging/messageHandler.test.ts',
            // Seven histories of animals, not one.
            'server/animals/status.test.ts',
            // Twenty kills of a backup and a restore, not one of each.
            'server/lib/backup/{backup,command}.test.ts',
            // With twelve kills of a restore on the first page, and of one company that comes.
            'server/test/restore/{company,firstPage}.test.ts',
            // The demo filled in at two moments, not at one.
            'server/seeds/demo/demo.test.ts',
            // Ten thousand events to receivers of webhooks, not three hundred.
            'server/webhooks/receivers.test.ts',
            // Every PDF in each language, not in two.
            'server/documents/archival.test.ts',
            // Each language of exported registers.
            'server/imports/roundTrip.test.ts',
            // Every bound, not one of each kind.
            'server/test/attacks/table.test.ts',
            // Every list of a register however it is asked for, not every fourth.
            'server/test/largeRegisters.test.ts',
            // Every pair of calls in both orders, not a third of them in one.
            'server/test/attacks/deadlocks.test.ts',
          ],
          env: { LONG: '1' },
          expect: onServer.expect,
          globalSetup: ['server/test/globalSetup.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
