/** Fails when the tables of the code and the migrations differ: somebody changed a table and did not write the migration. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import settings from '../drizzle.config.ts'

// Below the project, where the tables' own imports are found.
const folder = mkdtempSync('node_modules/.tend-migrations-')
try {
  const out = join(folder, 'migrations')
  cpSync('server/migrations', out, { recursive: true })
  const before = readdirSync(out).length
  const config = join(folder, 'drizzle.config.json')
  writeFileSync(config, JSON.stringify({ ...settings, out }))
  const result = spawnSync('node_modules/.bin/drizzle-kit', ['generate', `--config=${config}`], { encoding: 'utf8' })
  const says = `${result.stdout}${result.stderr}`
  if (result.status !== 0 || readdirSync(out).length !== before || !says.includes('No schema changes')) {
    console.error(says)
    console.error('The tables and the migrations differ. Write the migration: npm run migration')
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
