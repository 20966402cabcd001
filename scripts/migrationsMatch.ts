/** Fails when the tables of the code and the migrations differ: somebody changed a table and did not write the migration. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'tend-migrations-'))
cpSync('server/migrations', folder, { recursive: true })
const before = readdirSync(folder).length
const result = spawnSync(
  'node_modules/.bin/drizzle-kit',
  [
    'generate',
    '--dialect=postgresql',
    '--casing=snake_case',
    '--schema=./server/*/table.ts',
    '--schema=./server/lib/db/tables.ts',
    `--out=${folder}`,
  ],
  { encoding: 'utf8' },
)
const created = readdirSync(folder).length - before
rmSync(folder, { recursive: true, force: true })
if (result.status !== 0 || created > 0) {
  console.error(result.stdout, result.stderr)
  console.error('The tables have changed. Write the migration: npm run migration')
  process.exit(1)
}
