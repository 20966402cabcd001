/**
 * What drizzle-kit makes of the tables in the code beside `server/migrations/snapshot.json`, which says what the
 * migrations build. It wants a journal and a snapshot for each migration; tend keeps neither, so it works in a folder
 * made for it.
 */
import { type StdioOptions, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import settings from '../drizzle.config.ts'

export const snapshotFile = 'server/migrations/snapshot.json'

/**
 * drizzle-kit links each snapshot with the one before it by random ids; with one snapshot these would only stand in the
 * way of a merge.
 */
const [thisId, previousId] = ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000000']

/**
 * `migration` is null where the tables are as the migrations build them; `says` is what drizzle-kit wrote where it was
 * not shown.
 */
type SchemaChange = { migration: { file: string; sql: string } | null; snapshot: string; says: string }

/** `stdio` shows drizzle-kit to a person, whom it asks whether a column was renamed. */
export function schemaChange(parameters: string[], stdio: StdioOptions): SchemaChange {
  // Below the project, where the tables' own imports are found.
  const out = mkdtempSync('node_modules/.tend-migrations-')
  try {
    const meta = join(out, 'meta')
    mkdirSync(meta)
    const before = readFileSync(snapshotFile, 'utf8')
    writeFileSync(join(meta, '0000_snapshot.json'), before)
    const entries = [{ idx: 0, version: '7', when: 0, tag: '0000_before', breakpoints: true }]
    writeFileSync(join(meta, '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
    const config = join(out, 'drizzle.config.json')
    writeFileSync(config, JSON.stringify({ ...settings, out, migrations: { prefix: 'timestamp' } }))
    const kit = ['node_modules/.bin/drizzle-kit', 'generate', `--config=${config}`, ...parameters]
    const { status, stdout, stderr } = spawnSync(process.execPath, kit, { stdio, encoding: 'utf8' })
    const says = `${stdout ?? ''}${stderr ?? ''}`
    if (status !== 0) throw new Error(`drizzle-kit ended with ${status}:\n${says}`)
    const file = readdirSync(out).find(name => name.endsWith('.sql'))
    if (!file) return { migration: null, snapshot: before, says }
    const snapshot = readdirSync(meta).find(name => name !== '0000_snapshot.json' && name.endsWith('_snapshot.json'))
    return {
      migration: { file, sql: readFileSync(join(out, file), 'utf8') },
      snapshot: merging(readFileSync(join(meta, snapshot ?? ''), 'utf8')),
      says,
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** The same snapshot with nothing in it that two branches must both write: tables by name, ids that stay. */
export function merging(snapshot: string): string {
  const { tables, ...rest } = JSON.parse(snapshot)
  const byName = Object.fromEntries(
    Object.keys(tables)
      .sort()
      .map(name => [name, tables[name]]),
  )
  return `${JSON.stringify({ ...rest, id: thisId, prevId: previousId, tables: byName }, null, 2)}\n`
}
