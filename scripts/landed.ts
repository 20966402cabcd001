/**
 * `npm run landed` records a new demo of this version for the test that upgrades the last landed state
 * (server/test/landed/landed.ts). Run it when an issue has landed, on what has landed and on nothing later.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { readConfig } from '../server/lib/config/config.ts'
import { startPostgres } from '../server/lib/postgres/embedded.ts'
import { seedDemo } from '../server/seeds/demo/seed.ts'
import { startTend } from '../server/start.ts'
import { type Landed, landedFile, recordRows } from '../server/test/landed/landed.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const demoPassword = 'a-demo-of-the-past'
const dataDir = mkdtempSync(join(tmpdir(), 'tend-landed-'))
// PostgreSQL runs as another user where this runs as root.
chmodSync(dataDir, 0o755)
const postgres = await startPostgres({ dataDir, log: () => {}, durable: false })
try {
  const settings = { DATA_DIR: dataDir, DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'error' }
  const tend = await startTend(readConfig(settings, { demo: true, version }), postgres.url)
  await seedDemo(tend.services, () => {})
  await tend.stop()
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const landed: Landed = { version, demoPassword, ...(await recordRows(client)) }
  await client.end()
  const packed = gzipSync(JSON.stringify(landed), { level: 9 })
  writeFileSync(landedFile, packed)
  const rows = Object.values(landed.rows).reduce((sum, json) => sum + JSON.parse(json).length, 0)
  console.log(`${rows} rows after ${landed.migrations.length} migrations, ${Math.round(packed.length / 1024)} kB`)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
