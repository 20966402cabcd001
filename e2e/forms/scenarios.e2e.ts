/** The form engine in a real browser: every scenario comes to the same as in Node. */
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { outcomes } from '#testing/forms/scenarios/outcomes.ts'

test('every scenario of the form engine comes to the same in the browser as in Node', async ({ page }) => {
  await page.setContent('<title>Scenarios</title>')
  await page.addScriptTag({ content: await bundle() })
  const there = await page.evaluate('JSON.stringify(tendScenarios.outcomes())')
  const here = outcomes()
  expect(here.length).toBeGreaterThan(200)
  expect(JSON.parse(String(there))).toEqual(JSON.parse(JSON.stringify(here)))
})

/** The scenarios with the engine as one script. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../testing/forms/scenarios/outcomes.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'tendScenarios' } },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result)) throw new Error('The scenarios were not built.')
  return result.output[0].code
}
