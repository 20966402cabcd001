/** Makes packs in the background and stores them for a while. */
import { createHash, randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { maxPacks, packKeptFor } from '#shared/passes/rules.ts'
import { findCompany } from '../../companies/queries.ts'
import { Preparation } from '../../lib/concurrency/preparation.ts'
import type { Services } from '../../lib/context.ts'
import { inTurn, noTenant, shortReads, withDatabase } from '../../lib/db/pools.ts'
import { maxDeleted, nightly, requeueIf } from '../../lib/jobs/erasing.ts'
import { contextFor } from '../../lib/jobs/inCompany.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { anonymous } from '../../lib/security/identity.ts'
import { reachOfPass } from '../door.ts'
import { passes } from '../table.ts'
import type { PackRow } from './commands.ts'
import { packContent } from './content.ts'
import { passPacks } from './table.ts'

/** A node that stops in the middle of it leaves it for another one. */
const maxTries = 3

export const makePack: Job<{ id: number }> = {
  name: 'passes.pack',
  // Each works a record at a time, so that several companies have theirs at once.
  turns: { atOnce: 4, ofOne: 1 },
  work: async ({ id }, { db, services }) => {
    const workedBy = randomUUID()
    const [row] = await db
      .update(passPacks)
      .set({ state: 'working', workedBy, tries: sql`${passPacks.tries} + 1`, done: 0 })
      .where(and(eq(passPacks.id, id), inArray(passPacks.state, ['waiting', 'working'])))
      .returning()
    return row && (() => make(services, row))
  },
}

/** Another node took it over, or the company is gone. */
class Ended extends Error {}

async function make(services: Services, row: PackRow): Promise<void> {
  const change = (changes: Partial<PackRow>) =>
    withDatabase(services.pools.jobs, noTenant, true, async db => {
      const changed = await db
        .update(passPacks)
        .set(changes)
        .where(
          and(
            ...[eq(passPacks.id, row.id), eq(passPacks.workedBy, row.workedBy ?? '')],
            eq(passPacks.state, 'working'),
          ),
        )
        .returning({ id: passPacks.id })
      if (changed.length === 0) throw new Ended()
    })
  const path = `packs/${randomUUID()}`
  try {
    const { total, content } = await contentOf(services, row, done => change({ done }))
    await change({ total })
    const hash = createHash('sha256')
    const size = await services.storage.writeAll(path, hashed(content, hash))
    await change({
      ...{ state: 'ready', path, size, sha256: hash.digest('hex'), done: total },
      expiresAt: new Date(Date.now() + packKeptFor),
    })
    await makeRoom(services, row)
  } catch (error) {
    await services.storage.remove(path)
    if (error instanceof Ended) return
    if (!(error instanceof Problem && error.code !== 'unavailable') && row.tries < maxTries) throw error
    services.log.warn({ err: error, pack: row.id }, 'A pack of an audit pass failed')
    await change({ state: 'failed', expiresAt: new Date(Date.now() + packKeptFor) }).catch(unlessEnded)
  }
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof Ended)) throw error
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

/**
 * The bytes of a pack, on a connection that shows the pass's part of the company to nobody, as its calls do. Made
 * again from the same records, it is the same.
 */
export async function contentOf(services: Services, row: PackRow, progress: (done: number) => Promise<void>) {
  const { companyId } = row
  const found = await withDatabase(services.pools.jobs, noTenant, false, async db => {
    const [pass] = await db
      .select()
      .from(passes)
      .where(and(eq(passes.companyId, companyId), eq(passes.id, row.passId)))
    const company = await findCompany(db, companyId)
    return pass && company && { pass, company, reach: await reachOfPass({ db }, pass) }
  })
  if (!found) throw new Ended()
  const { pass, company, reach } = found
  const actor = { ...anonymous.actor, companyId, reach }
  const tenant = { companyId, userId: null, reach }
  const readAs =
    (seen: typeof tenant) =>
    <T>(work: Parameters<typeof inTurn<T>>[5]) =>
      inTurn(services.pools, 'isolated', `company ${companyId}`, seen, false, work)
  const read = readAs(tenant)
  const readWhole = readAs({ ...tenant, reach: null })
  const ctx = contextFor({
    ...{ actor, ability: anonymous.ability, locale: row.locale, now: row.createdAt, services },
    ...{ db: shortReads(read), preparation: new Preparation() },
  })
  return packContent(ctx, { pass, company, asOf: pass.startsAt, isPreview: false }, { read, readWhole, progress })
}

/** Only the latest packs of a pass are kept. */
async function makeRoom({ pools, storage }: Services, { companyId, passId }: PackRow): Promise<void> {
  const gone = await withDatabase(pools.jobs, noTenant, true, async db => {
    const ofPass = and(eq(passPacks.companyId, companyId), eq(passPacks.passId, passId))
    const latest = db
      .select({ id: passPacks.id })
      .from(passPacks)
      .where(ofPass)
      .orderBy(desc(passPacks.id))
      .limit(maxPacks)
    return db
      .delete(passPacks)
      .where(and(ofPass, notInArray(passPacks.id, latest), inArray(passPacks.state, ['ready', 'failed'])))
      .returning({ path: passPacks.path })
  })
  for (const { path } of gone) if (path) await storage.remove(path)
}

/** Forgets packs whose time is over, with their files. */
export const forgetPacks: Job<object> = {
  name: 'passes.forgetPacks',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = db
      .select({ id: passPacks.id })
      .from(passPacks)
      .where(lt(passPacks.expiresAt, sql`now()`))
      .limit(maxDeleted)
    const gone = await db.delete(passPacks).where(inArray(passPacks.id, due)).returning({ path: passPacks.path })
    await requeueIf(db, services, 'passes.forgetPacks', gone.length === maxDeleted)
    return async () => {
      for (const { path } of gone) if (path) await services.storage.remove(path)
    }
  },
}
