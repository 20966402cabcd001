/** What a drill does with a restored database: starts this tend on it, checks the seals, and reads as each role. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Endpoint } from '#shared/lib/contract.ts'
import { isPaged, isRaw } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { sessions } from './accounts/sessionTable.ts'
import { users } from './accounts/table.ts'
import { isAtWork } from './companies/queries.ts'
import { memberships } from './companies/table.ts'
import { readConfig } from './lib/config/config.ts'
import type { Services } from './lib/context.ts'
import { type Database, noTenant, shortReads, withDatabase } from './lib/db/pools.ts'
import type { Storage } from './lib/files/storage.ts'
import { hashToken } from './lib/security/secrets.ts'
import { newSessionToken } from './lib/security/sessionToken.ts'
import { routes } from './registry.ts'
import { checkChain } from './sealing/checkLinks.ts'
import { lastCheck } from './sealing/links.ts'
import { sealHeads } from './sealing/table.ts'
import { type Running, startTend } from './start.ts'

type Copy = { ownerUrl: string; storage: Storage; version: string; sealingSecret: string | undefined }

/** Reads as each role, and how many people of a role make them. */
const usual = { reads: 200, people: 5 }
/**
 * Uses a restored database. It sends nothing, because no job is worked.
 * @returns how many reads succeeded
 * @throws Error with the first thing that is wrong
 */
export async function useCopy({ ownerUrl, storage, version, sealingSecret }: Copy, reads = usual.reads) {
  const folder = await mkdtemp(join(tmpdir(), 'tend-drill-'))
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent', SEALING_SECRET: sealingSecret }
  const config = readConfig(settings, { demo: false, version })
  const tend = await startTend(config, ownerUrl, { worksJobs: false, isCopy: true, storage })
  try {
    await requireSeals(tend.services)
    return await readAsEachRole(tend, reads)
  } finally {
    await tend.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws Error naming the first company whose chain has more faults than the nightly check had found before */
async function requireSeals({ pools, storage }: Services): Promise<void> {
  const db = shortReads(work => withDatabase(pools.platform, noTenant, false, work))
  for (const { companyId } of await db.select({ companyId: sealHeads.companyId }).from(sealHeads)) {
    const known = (await lastCheck(db, companyId))?.found ?? 0
    let [after, found, isEnd] = [0, 0, false]
    while (!isEnd) {
      const part = await checkChain({ db, storage, companyId }, after)
      found += part.faults.length
      const [fault] = part.faults
      if (fault && found > known)
        throw new Error(`The chain of seals of company ${companyId} has a fault at ${fault.position}: ${fault.fault}`)
      isEnd = part.checked_to >= part.last
      after = part.checked_to
    }
  }
}

type Reader = { userId: number; companyId: number | null; roleId: number }

/** Each role's reads are shared by a few of its people, who are picked at random. */
async function readAsEachRole({ app, services }: Running, reads: number): Promise<number> {
  const { pools, serverKey } = services
  const readers = await withDatabase(pools.platform, noTenant, false, listReaders)
  let succeeded = 0
  for (const { userId, companyId, roleId } of readers) {
    const token = newSessionToken(serverKey, userId)
    const later = new Date(Date.now() + 24 * 3600_000)
    const session = { userId, companyId, tokenHash: hashToken(token), tokenExpiresAt: later, refreshableUntil: later }
    await withDatabase(pools.platform, noTenant, true, db => db.insert(sessions).values(session))
    const ofRole = readers.filter(reader => reader.roleId === roleId).length
    succeeded += await readAs(app, token, Math.ceil(reads / ofRole))
  }
  if (readers.length > 0 && succeeded === 0) throw new Error('Nobody could read anything.')
  return succeeded
}

async function listReaders(db: Database): Promise<Reader[]> {
  const { userId, companyId, roleId } = memberships
  const ranked = db
    .select({
      userId,
      companyId,
      roleId,
      place: sql<number>`row_number() over (partition by ${roleId} order by random())`.as('place'),
    })
    .from(memberships)
    .where(isAtWork)
    .as('ranked')
  const people = await db.select().from(ranked).where(lte(ranked.place, usual.people)).limit(100)
  const admins = await db
    .select({ userId: users.id })
    .from(users)
    .where(and(isNotNull(users.adminSince), isNull(users.archivedAt)))
    .limit(usual.people)
  return [...people, ...admins.map(admin => ({ ...admin, companyId: null, roleId: roles.admin }))]
}

/** Lists of which the address says everything, and calls for one row of such a list. */
const reading = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, returns }) => method === 'GET' && !isRaw(returns))
const lists = reading.filter(({ path, returns }) => isPaged(returns) && !path.includes(':'))
const rowOf = new Map<Endpoint, Endpoint>(
  lists.flatMap(list => {
    const row = reading.find(({ path }) => path === `${list.path}/:id`)
    return row ? [[list, row] as const] : []
  }),
)

/** Reads lists and their rows at random. A call that is not for this person is no fault, one that fails is. */
async function readAs(app: Running['app'], token: string, reads: number): Promise<number> {
  let succeeded = 0
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await app.inject({ url: `/api${path}`, headers })
    if (statusCode >= 500) throw new Error(`GET ${path} failed: ${statusCode} ${body}`)
    if (statusCode >= 300) return null
    succeeded++
    return JSON.parse(body).data
  }
  for (let tries = 0; tries < reads && succeeded < reads; tries++) {
    const list = anyOf(lists)
    const rows = list && (await read(`${list.path}?per_page=25`))
    const row = list && rowOf.get(list)
    const id = Array.isArray(rows) ? anyOf(rows)?.id : undefined
    if (row && id !== undefined && (await read(row.path.replace(':id', encodeURIComponent(id)))) === null)
      throw new Error(`GET ${row.path} did not find ${id}, which ${list.path} shows.`)
  }
  return succeeded
}

const anyOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]
