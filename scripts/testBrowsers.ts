/**
 * `npm run test:browsers`: the main journeys and every screen in WebKit, where Debian's packages for it are installed;
 * says what it skipped. Firefox is not driven yet.
 */
import { spawn } from 'node:child_process'
import { missingForWebKit } from '../e2e/engines/webKit.ts'

const missing = missingForWebKit()
console.log('Firefox: skipped, it is not driven yet')
if (missing) console.log(`${missing}: skipped`)
else {
  const run = spawn('playwright', ['test', ...process.argv.slice(2)], {
    env: { ...process.env, ENGINE: 'webkit' },
    stdio: 'inherit',
  })
  run.on('exit', code => {
    process.exitCode = code ?? 1
  })
}
