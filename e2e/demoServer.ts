/** Starts `npm run demo` as a stranger would, on a free port with a data folder of its own, for all journeys of a run. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const demoPassword = 'a-demo-for-journeys'

export default async function start(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tend-journeys-'))
  // PostgreSQL runs as another user when the journeys run as root, and must be able to reach its folder.
  chmodSync(dataDir, 0o755)
  const child = spawn('npm', ['run', 'demo', '--silent'], {
    env: {
      ...process.env,
      ...{ PORT: '0', DATA_DIR: dataDir, DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'error' },
      // Guests look around in the first of the demo's companies.
      GUEST_COMPANY_ID: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', chunk => {
      said += chunk
      const ready = said.match(/tend ready (\S+)/)
      if (ready?.[1]) resolve(ready[1])
    })
    child.on('exit', code => reject(new Error(`The demo ended with ${code}:\n${said}`)))
  })
  process.env.TEND_ADDRESS = address
  process.env.TEND_MAILS = join(dataDir, 'mail')
  return async () => {
    const ended = new Promise(resolve => child.on('exit', resolve))
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
