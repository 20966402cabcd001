import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { HeldPack, PassPack } from '#shared/passes/packs.ts'
import { maxPacks } from '#shared/passes/rules.ts'
import type { Context } from '../../lib/context.ts'
import { missingIsNotFound } from '../../lib/files/storage.ts'
import type { OpenPass, PassRow } from '../door.ts'
import { passFileAddress } from '../files.ts'
import { nameOfPack, packType, passPacks } from './table.ts'

export type PackRow = typeof passPacks.$inferSelect

const ofPass = ({ companyId, id }: Pick<PassRow, 'companyId' | 'id'>) =>
  and(eq(passPacks.companyId, companyId), eq(passPacks.passId, id))
const underWay: PackRow['state'][] = ['waiting', 'working']

/** The packs of a pass, the latest first. */
export async function listPacks(ctx: Pick<Context, 'db'>, pass: PassRow): Promise<PassPack[]> {
  return (await packsOf(ctx, pass)).map(presentPack)
}

const packsOf = ({ db }: Pick<Context, 'db'>, pass: PassRow) =>
  db
    .select()
    .from(passPacks)
    .where(ofPass(pass))
    .orderBy(desc(passPacks.id))
    .limit(maxPacks + 1)

/** The same with the addresses by which the holder of the pass downloads them. */
export async function listHeldPacks(ctx: Context, open: OpenPass): Promise<HeldPack[]> {
  const rows = await packsOf(ctx, open.pass)
  return rows.map(row => ({
    ...presentPack(row),
    address: row.path && passFileAddress(ctx.services, open, { path: row.path, of: { pack: row.id, at: 0 } }, ctx.now),
  }))
}

/**
 * Asks for a pack; the one that is being made, if any. `createdBy` is null for the holder of the pass. Throws
 * `pass_not_started` before its start.
 */
export async function beginPack(
  ctx: Context,
  pass: PassRow,
  createdBy: number | null,
  job: { name: string },
): Promise<{ pack: PassPack; isNew: boolean }> {
  const { companyId, id } = pass
  if (pass.startsAt > ctx.now) throw new Problem('pass_not_started')
  // Two at once find each other.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('pass pack'), ${id})`)
  const [sofar] = await ctx.db
    .select()
    .from(passPacks)
    .where(and(ofPass(pass), inArray(passPacks.state, underWay)))
  if (sofar) return { pack: presentPack(sofar), isNew: false }
  const [row] = await ctx.db
    .insert(passPacks)
    .values({ companyId, passId: id, createdBy, locale: ctx.locale, createdAt: ctx.now })
    .returning()
  if (!row) throw new Error('The pack was not stored.')
  await ctx.services.jobs.send(ctx.db, job, { id: row.id }, { companyId })
  return { pack: presentPack(row), isNew: true }
}

/** The file of a pack. Throws 404 where it has none. */
export async function fetchPack({ db, services }: Context, pass: PassRow, packId: number): Promise<FileAnswer> {
  const [row] = await db
    .select()
    .from(passPacks)
    .where(and(ofPass(pass), eq(passPacks.id, packId)))
  if (!row?.path) throw new Problem('not_found')
  const { path } = row
  return async () => ({
    content: await services.storage.open(path).catch(missingIsNotFound),
    filename: nameOfPack(row),
    contentType: packType,
  })
}

function presentPack({
  id,
  state,
  createdBy,
  locale,
  done,
  total,
  size,
  sha256,
  createdAt,
  expiresAt,
}: PackRow): PassPack {
  return {
    ...{ id, state, locale, done, total, size, sha256 },
    by_holder: createdBy === null,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  }
}
