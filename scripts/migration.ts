/**
 * `npm run migration -- --name what-it-does` writes the SQL that brings the tables to those in the code; `--custom`
 * writes an empty file for SQL by hand. `--snapshot` renews the snapshot after a merge of two branches; `--join
 * what-the-issue-does` makes one migration of those that no landed database has run.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { betweenStatements, migrationsFolder, readMigrations } from '../server/lib/db/migrations.ts'
import { readLanded } from '../server/test/landed/landed.ts'
import { schemaChange, snapshotFile } from './schemaChange.ts'

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    custom: { type: 'boolean' },
    snapshot: { type: 'boolean' },
    join: { type: 'string' },
  },
})

if (values.join) joinMigrations(values.join)
else if (values.snapshot) writeFileSync(snapshotFile, schemaChange(['--name=merged'], 'inherit').snapshot)
else if (values.name) write(values.name)
else throw new Error('Say what it does: npm run migration -- --name what-it-does')

function write(name: string): void {
  const custom = values.custom ? ['--custom'] : []
  const { migration, snapshot } = schemaChange([`--name=${name.replaceAll('-', '_')}`, ...custom], 'inherit')
  if (!migration) return
  writeFileSync(join(migrationsFolder, migration.file), `${migration.sql}\n`)
  // By hand no table changes; drizzle-kit writes what it was given in another order.
  if (!values.custom) writeFileSync(snapshotFile, snapshot)
  console.log(`server/migrations/${migration.file}`)
}

/** Named by the last one's time, so that it stays after all that landed. */
function joinMigrations(name: string): void {
  const landed = new Set(readLanded().migrations)
  const open = readMigrations().filter(({ hash }) => !landed.has(hash))
  const last = open.at(-1)
  if (!last || open.length < 2) throw new Error('There are no two migrations that no landed database has run.')
  const statements = open.flatMap(migration => migration.statements.map(statement => statement.trim()))
  for (const migration of open) rmSync(join(migrationsFolder, `${migration.name}.sql`))
  const file = `${last.name.split('_', 1)}_${name.replaceAll('-', '_')}.sql`
  writeFileSync(join(migrationsFolder, file), `${statements.join(`\n${betweenStatements}\n`)}\n`)
  console.log(`server/migrations/${file}`)
}
