/** Packs tend, installs it where nothing is, and uses its command; and says how long that took. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { versionOf } from '../../lib/config/config.ts'
import { answers, folder, freePort, install, missingRegistry, pack, run, start, stop } from './installed.ts'

test('the package is installed and started without a checkout, a compiler or a build', async ({ skip }) => {
  const unreachable = await missingRegistry()
  if (unreachable) skip(`The registry of npm cannot be reached: ${unreachable}`)
  const file = await pack(await folder())
  const env = { DATA_DIR: await folder(), PORT: await freePort() }

  const begun = Date.now()
  const tend = await install(file)
  const installed = Date.now()
  const running = await start(tend, env)
  const seconds = (from: number, to = Date.now()) => ((to - from) / 1000).toFixed(1)
  console.log(`Installed in ${seconds(begun, installed)} s, first page after ${seconds(installed)} s more`)

  expect(existsSync(join(tend, '../../lib/node_modules/tend/node_modules/vite'))).toBe(false)
  expect(await answers(env, '/ready')).toBe(true)
  expect(await answers(env, '/api/docs/swagger-ui-bundle.js')).toBe(true)
  expect(JSON.parse((await run(tend, ['version', '--json'], env)).stdout)).toMatchObject({ version: versionOf() })
  const { stdout } = await run(tend, ['doctor', '--json'], env)
  expect(JSON.parse(stdout).areas).toContainEqual(expect.objectContaining({ area: 'work', light: 'ok' }))
  const { code, stdout: made } = await run(tend, ['backup', '--json'], env)
  expect([code, JSON.parse(made)]).toEqual([0, expect.objectContaining({ missing: [] })])
  expect((await run(tend, ['verify', '--json'], env)).code).toBe(0)
  expect(await stop(running)).toBe(0)
  expect(await answers(env, '/ready')).toBe(false)
})
