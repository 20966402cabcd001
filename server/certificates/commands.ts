import { and, eq, or, sql } from 'drizzle-orm'
import type { EarlierPaper } from '#shared/certificates/contract.ts'
import { kindsOf, maxRenewals, type PaperKind, type PaperOwner } from '#shared/certificates/rules.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { audit } from '../audit/commands.ts'
import { requireAtWork } from '../companies/queries.ts'
import { eraseNamed, letGo, namedFiles } from '../files/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { whereRefused } from '../lib/refused.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { accessRow, reviseStored } from '../lib/registers/register.ts'
import { recomputeSubjects } from '../subjects/commands.ts'
import { vehicles } from '../vehicles/table.ts'
import { type PaperRow, shownPaper } from './queries.ts'
import { papers, type StoredPaperFile } from './table.ts'

type Whose = { vehicleId?: number | null | undefined; holderId?: number | null | undefined }
type Draft = Partial<Omit<PaperRow, 'id' | 'companyId' | 'vehicleId' | 'holderId' | 'files' | 'earlier'>>
type Named = { fileUuids?: string[] | undefined }

const ownerOf = ({ vehicleId, holderId }: Whose): PaperOwner =>
  vehicleId ? 'vehicle' : holderId ? 'person' : 'company'

/** Throws a 422 for a kind that this owner cannot have, for two owners, and for an end before the beginning. */
function requireSensible(paper: Whose & { kind: PaperKind } & Draft): void {
  if (paper.vehicleId && paper.holderId) throw invalidField('holder_id', 'only_one')
  if (!(kindsOf[ownerOf(paper)] as readonly PaperKind[]).includes(paper.kind))
    throw invalidField('kind', 'not_an_option')
  if (paper.validUntil && paper.issuedOn && paper.validUntil < paper.issuedOn)
    throw invalidField('valid_until', 'before_start')
}

/** Without a paper that it needs, a vehicle is at stop. */
const recomputeVehicleStatus = async (ctx: Context, { companyId, vehicleId }: PaperRow) =>
  vehicleId !== null && recomputeSubjects(ctx, companyId, [{ type: 'vehicle', id: vehicleId }])

const about = ({ id, companyId }: PaperRow) => ({ type: 'Paper', id, companyId })

/** Adds a paper of a vehicle that the actor may read, of a member at work, or of the company. */
export async function addPaper(
  ctx: Context,
  { fileUuids = [], ...draft }: Whose & { kind: PaperKind } & Draft & Named,
): Promise<PaperRow> {
  requireSensible(draft)
  if (draft.vehicleId) await readableVehicle(ctx, draft.vehicleId)
  if (draft.holderId) await requireAtWork(ctx.db, companyOf(ctx), [{ id: draft.holderId, field: 'holder_id' }])
  const [paper] = await ctx.db
    .insert(papers)
    .values({ ...draft, files: await filesNamed(ctx, [], fileUuids), companyId: companyOf(ctx) })
    .returning()
  permitted(ctx, 'create', 'Paper', paper)
  if (!paper) throw new Error('An insert returns its row')
  await recomputeVehicleStatus(ctx, paper)
  await audit(ctx, 'entry.created', about(paper), { type: paper.kind })
  return paper
}

const readableVehicle = (ctx: Context, id: number) =>
  accessRow(ctx, vehicles, 'Vehicle', id, 'read').catch(
    whereRefused(() => {
      throw invalidField('vehicle_id', 'not_found')
    }),
  )

/**
 * Changes a paper. Another end is announced again. A renewal keeps the earlier version with its files; otherwise files
 * that are left out are released. Throws 422 for files of others, and for too many renewals.
 */
export async function changePaper(
  ctx: Context,
  id: number,
  { revision, fileUuids, isRenewal = false, ...changes }: Draft & Named & Changing,
): Promise<void> {
  const paper = await accessRow(ctx, papers, 'Paper', id, 'update')
  requireSensible({ ...paper, ...changes })
  const isOther = changes.validUntil !== undefined && changes.validUntil !== paper.validUntil
  if (isRenewal && paper.earlier.length >= maxRenewals) throw invalidField('valid_until', 'too_many')
  const had = paper.files
  const files = fileUuids ? await filesNamed(ctx, had, fileUuids) : isRenewal ? [] : had
  const changed = {
    ...{ ...changes, files },
    ...(isRenewal && { earlier: [previousVersion(ctx, paper), ...paper.earlier] }),
    ...(isOther && { toldDays: null }),
  }
  await reviseStored(ctx, papers, paper, changed, { expected: revision, present: () => shownPaper(ctx, id) })
  if (!isRenewal)
    await releaseFiles(ctx.db, had, [...files, ...paper.earlier.flatMap(one => one.files as typeof files)])
  await recomputeVehicleStatus(ctx, paper)
  await audit(ctx, 'entry.updated', about(paper), { type: paper.kind })
}

type Changing = { revision?: number | undefined; isRenewal?: boolean | undefined }

const previousVersion = (
  { now }: Context,
  { number, issuer, issuedOn, validUntil, files }: PaperRow,
): EarlierPaper => ({
  ...{ number, issuer, issued_on: issuedOn, valid_until: validUntil },
  ...{ files, renewed_at: now.toISOString() },
})

/** Archives a paper, or takes it back. A repeated call is harmless. */
export async function archivePaper(ctx: Context, id: number, archivedAt: Date | null): Promise<void> {
  const paper = await accessRow(ctx, papers, 'Paper', id, 'delete')
  if ((paper.archivedAt === null) === (archivedAt === null)) return
  await reviseStored(ctx, papers, paper, { archivedAt }, { present: () => shownPaper(ctx, id) })
  await recomputeVehicleStatus(ctx, paper)
  await audit(ctx, archivedAt ? 'entry.archived' : 'entry.restored', about(paper), { type: paper.kind })
}

// Files of papers: uploads of the actor, visible to readers of the paper. Those of earlier versions stay.

const fileKind = 'paper'

export const paperFiles: FileOwners = {
  [fileKind]: async ({ db, ability }, { companyId, id }) => {
    const named = JSON.stringify([{ id }])
    const before = JSON.stringify([{ files: [{ id }] }])
    const rows = await db
      .select()
      .from(papers)
      .where(
        and(
          eq(papers.companyId, companyId),
          or(sql`${papers.files} @> ${named}::jsonb`, sql`${papers.earlier} @> ${before}::jsonb`),
        ),
      )
    return rows.some(paper => allows(ability, 'read', 'Paper', paper))
  },
}

/**
 * The files of a paper that names these uuids from now on: those that it had, and others that the actor sent before.
 * 422 for others.
 */
const filesNamed = (ctx: Context, had: readonly StoredPaperFile[], uuids: readonly string[]) =>
  namedFiles(ctx, {
    ...{ had, uuids, kind: fileKind },
    naming: ({ id, uuid, path, name, contentType, size }): StoredPaperFile => ({
      ...{ id, uuid, path, name, size },
      content_type: contentType,
    }),
  })

/** Files that a paper no longer names, and that no earlier one of it was. */
const releaseFiles = (db: Database, had: readonly StoredPaperFile[], kept: readonly StoredPaperFile[]) =>
  letGo(
    db,
    fileKind,
    had.filter(({ id }) => !kept.some(file => file.id === id)),
  )

type Erased = Pick<typeof papers.$inferSelect, 'files' | 'earlier'>
/** Erases the files of erased papers. */
export const eraseFilesOf = (db: Database, erased: readonly Erased[]) =>
  eraseNamed(
    db,
    fileKind,
    erased.flatMap(paper => [...paper.files, ...paper.earlier.flatMap(({ files }) => files as StoredPaperFile[])]),
  )
