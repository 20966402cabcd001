/** The demo: fills in an empty database, then says who can sign in. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { QueryConfig } from 'pg'
import { setSelling } from '../../companies/startingOffers.ts'
import { companies } from '../../companies/table.ts'
import { unguarded } from '../../lib/concurrency/connectionGuard.ts'
import type { Services } from '../../lib/context.ts'
import { clientOf, type Database, withDatabase } from '../../lib/db/pools.ts'
import { randomToken } from '../../lib/security/secrets.ts'
import type { Filling } from './acting.ts'
import { demoAccounts, seedPeople } from './people.ts'

/** Fills an empty database with the demo as of `now`, then says who can sign in. One moment always gives one demo. */
export async function seedDemo(services: Services, say: (line: string) => void, now = new Date()) {
  const { config, pools } = services
  const password = demoPassword(config.dataDir, config.demoPassword)
  const tenant = { companyId: null, userId: null }
  const empty = await withDatabase(
    pools.platform,
    tenant,
    false,
    async db => (await db.select({ n: count() }).from(companies))[0]?.n === 0,
  )
  if (empty) {
    say('Filling in the demo: four companies, twelve weeks')
    // Drawing takes long, so it begins before a connection is held.
    const { beginDrawings } = await import('../../guides/ready/commands.ts')
    beginDrawings()
    await withDatabase(pools.platform, tenant, true, db => unguarded(() => fillDemo({ db, services, now }, password)))
  }
  say('\nSign in with any of these:')
  for (const { email, name } of demoAccounts) say(`  ${email.padEnd(30)} ${name}`)
  say(`  password: ${password}\n`)
}

/** Statements by their text, the same on each connection. */
const names = new Map<string, string>()

/**
 * The same connection, on which PostgreSQL plans each statement once: the demo asks the same three hundred some forty
 * times, in tables that are small.
 */
async function planningOnce(db: Database): Promise<Database> {
  const client = clientOf(db)
  await client.query('set local plan_cache_mode = force_generic_plan')
  const nameOf = (text: string) => names.get(text) ?? names.set(text, `demo ${names.size}`).get(text)
  const query = (asked: QueryConfig | string, values?: unknown[]) =>
    typeof asked === 'string' || 'submit' in asked
      ? client.query(asked as string, values)
      : client.query({ name: nameOf(asked.text), ...asked }, values)
  return drizzle(Object.assign(Object.create(client), { query }), { casing: 'snake_case' })
}

/** Writes the demo into an empty database. Its parts are loaded only then, at a first start. */
export async function fillDemo({ services, now, ...given }: Filling, password: string): Promise<void> {
  const db = await planningOnce(given.db)
  const filling = { db, services, now }
  const [{ fillGreenfield }, { fillRiverside }, { fillKramer }, { fillBellerive }, { seedVet }, { sealUnsealed }] =
    await Promise.all([
      import('./greenfield.ts'),
      import('./riverside.ts'),
      import('./kramer.ts'),
      import('./bellerive.ts'),
      import('./vet.ts'),
      import('../../submissions/jobs.ts'),
    ])
  await setSelling(db, true)
  const people = await seedPeople(db, password, now)
  // While PostgreSQL works for one company, the next statement of another is prepared.
  await Promise.all([
    fillGreenfield(filling, people),
    fillRiverside(filling, people),
    fillKramer(filling, people),
    fillBellerive(filling, people),
  ])
  await seedVet(filling, people)
  while ((await sealUnsealed({ db, now, signing: services.signing })) > 0);
}

/** Random per data folder, unless the settings name one; the first start decides. */
function demoPassword(dataDir: string, wanted: string | undefined): string {
  const kept = join(dataDir, 'demo-password')
  if (existsSync(kept)) return readFileSync(kept, 'utf8').trim()
  const password = wanted ?? randomToken().slice(0, 14)
  writeFileSync(kept, `${password}\n`, { mode: 0o600 })
  return password
}
