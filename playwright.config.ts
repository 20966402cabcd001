import { defineConfig } from '@playwright/test'
import { browserLaunch } from './e2e/browser.ts'
import { ownDemo } from './e2e/demoServer.ts'

export default defineConfig({
  testDir: 'e2e',
  // WebKit and Firefox are driven without Playwright's own browsers: `npm run test:browsers`.
  testMatch: process.env.ENGINE ? '**/*.engines.ts' : '**/*.e2e.ts',
  globalSetup: './e2e/demoServer.ts',
  outputDir: 'test-results',
  // Journeys wait more than they compute: more workers than cores.
  workers: process.env.ENGINE ? 1 : 3,
  // Long walks belong to `npm run test:long`.
  ...(process.env.LONG ? { grep: /@long/ } : { grepInvert: /@long/ }),
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A flake does not stop a landing; it is reported as one.
  retries: process.env.CI ? 1 : 0,
  // The other engines open every screen in one journey.
  timeout: process.env.ENGINE ? 900_000 : 240_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/results.json' }],
  ],
  use: {
    browserName: 'chromium',
    // Started by the global set-up; workers read this file again after it.
    baseURL: ownDemo()?.address,
    // Whatever is not there to be tapped by then will not be.
    actionTimeout: 45_000,
    locale: 'en-GB',
    // A tenth of the processor time went into movements; what moves is looked at where it matters.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/London',
    // Each device would fetch the whole app once more, which takes longer than most journeys; those about signal allow it.
    serviceWorkers: 'block',
    launchOptions: await browserLaunch(),
    screenshot: 'only-on-failure',
    // Recording costs a sixth of the time of all journeys; `npx playwright test --trace on` shows one.
    trace: 'on-first-retry',
  },
})
