/**
 * `npm run test:browsers`: the main journeys and every screen in WebKit and Firefox, where Debian's packages for them
 * are installed; says which it skipped. `ENGINE=firefox` runs one of them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { missingForFirefox } from '../e2e/engines/firefox.ts'
import { missingForWebKit } from '../e2e/engines/webKit.ts'

const engines = { webkit: missingForWebKit(), firefox: missingForFirefox() }
const skipped: string[] = []

for (const [engine, missing] of Object.entries(engines)) {
  if (process.env.ENGINE && process.env.ENGINE !== engine) continue
  if (missing) {
    skipped.push(`${engine}: skipped, ${missing}`)
    continue
  }
  console.log(`${engine}:`)
  const run = spawn('playwright', ['test', ...process.argv.slice(2)], {
    env: { ...process.env, ENGINE: engine },
    stdio: 'inherit',
  })
  const [code] = await once(run, 'exit')
  if (code !== 0) process.exitCode = 1
}
for (const line of skipped) console.log(line)
