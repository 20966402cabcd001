import { and, eq, or, sql } from 'drizzle-orm'
import type { EarlierCertificate } from '#shared/certificates/contract.ts'
import { type CertificateKind, type CertificateOwner, kindsOf, maxRenewals } from '#shared/certificates/rules.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { audit } from '../audit/commands.ts'
import { requireAtWork } from '../companies/queries.ts'
import { eraseNamed, namedFiles, unclaimFiles } from '../files/commands.ts'
import { type Context, companyOf, permitted, whereRefused } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { accessRow, reviseStored } from '../lib/registers/register.ts'
import { recomputeSubjects } from '../subjects/commands.ts'
import { vehicles } from '../vehicles/table.ts'
import { type CertificateRow, shownCertificate } from './queries.ts'
import { papers, type StoredCertificateFile } from './table.ts'

type Whose = { vehicleId?: number | null | undefined; holderId?: number | null | undefined }
type Draft = Partial<Omit<CertificateRow, 'id' | 'companyId' | 'vehicleId' | 'holderId' | 'files' | 'earlier'>>
type Named = { fileUuids?: string[] | undefined }

const ownerOf = ({ vehicleId, holderId }: Whose): CertificateOwner =>
  vehicleId ? 'vehicle' : holderId ? 'person' : 'company'

/** Throws a 422 for a kind that this owner cannot have, for two owners, and for an end before the beginning. */
function requireSensible(certificate: Whose & { kind: CertificateKind } & Draft): void {
  if (certificate.vehicleId && certificate.holderId) throw invalidField('holder_id', 'only_one')
  if (!(kindsOf[ownerOf(certificate)] as readonly CertificateKind[]).includes(certificate.kind))
    throw invalidField('kind', 'not_an_option')
  if (certificate.validUntil && certificate.issuedOn && certificate.validUntil < certificate.issuedOn)
    throw invalidField('valid_until', 'before_start')
}

/** Without a certificate that it needs, a vehicle is at stop. */
const recomputeVehicleStatus = async (ctx: Context, { companyId, vehicleId }: CertificateRow) =>
  vehicleId !== null && recomputeSubjects(ctx, companyId, [{ type: 'vehicle', id: vehicleId }])

const about = ({ id, companyId }: CertificateRow) => ({ type: 'Paper', id, companyId })

/** Adds a certificate of a vehicle that the actor may read, of a member at work, or of the company. */
export async function addCertificate(
  ctx: Context,
  { fileUuids = [], ...draft }: Whose & { kind: CertificateKind } & Draft & Named,
): Promise<CertificateRow> {
  requireSensible(draft)
  if (draft.vehicleId) await readableVehicle(ctx, draft.vehicleId)
  if (draft.holderId) await requireAtWork(ctx.db, companyOf(ctx), [{ id: draft.holderId, field: 'holder_id' }])
  const [certificate] = await ctx.db
    .insert(papers)
    .values({ ...draft, files: await filesNamed(ctx, [], fileUuids), companyId: companyOf(ctx) })
    .returning()
  permitted(ctx, 'create', 'Paper', certificate)
  if (!certificate) throw new Error('An insert returns its row')
  await recomputeVehicleStatus(ctx, certificate)
  await audit(ctx, 'entry.created', about(certificate), { type: certificate.kind })
  return certificate
}

const readableVehicle = (ctx: Context, id: number) =>
  accessRow(ctx, vehicles, 'Vehicle', id, 'read').catch(
    whereRefused(() => {
      throw invalidField('vehicle_id', 'not_found')
    }),
  )

/**
 * Changes a certificate; a new end is announced again. A renewal keeps the earlier version with its files, any other
 * change releases the files that it leaves out. Throws 422 for files of others, and for too many renewals.
 */
export async function changeCertificate(
  ctx: Context,
  id: number,
  { revision, fileUuids, isRenewal = false, ...changes }: Draft & Named & Changing,
): Promise<void> {
  const certificate = await accessRow(ctx, papers, 'Paper', id, 'update')
  requireSensible({ ...certificate, ...changes })
  const isOther = changes.validUntil !== undefined && changes.validUntil !== certificate.validUntil
  if (isRenewal && certificate.earlier.length >= maxRenewals) throw invalidField('valid_until', 'too_many')
  const had = certificate.files
  const files = fileUuids ? await filesNamed(ctx, had, fileUuids) : isRenewal ? [] : had
  const changed = {
    ...{ ...changes, files },
    ...(isRenewal && { earlier: [previousVersion(ctx, certificate), ...certificate.earlier] }),
    ...(isOther && { toldDays: null }),
  }
  await reviseStored(ctx, papers, certificate, changed, {
    expected: revision,
    present: () => shownCertificate(ctx, id),
  })
  if (!isRenewal)
    await releaseFiles(ctx.db, had, [...files, ...certificate.earlier.flatMap(one => one.files as typeof files)])
  await recomputeVehicleStatus(ctx, certificate)
  await audit(ctx, 'entry.updated', about(certificate), { type: certificate.kind })
}

type Changing = { revision?: number | undefined; isRenewal?: boolean | undefined }

const previousVersion = (
  { now }: Context,
  { number, issuer, issuedOn, validUntil, files }: CertificateRow,
): EarlierCertificate => ({
  ...{ number, issuer, issued_on: issuedOn, valid_until: validUntil },
  ...{ files, renewed_at: now.toISOString() },
})

/** Archives a certificate, or takes it back. A repeated call is harmless. */
export async function archiveCertificate(ctx: Context, id: number, archivedAt: Date | null): Promise<void> {
  const certificate = await accessRow(ctx, papers, 'Paper', id, 'delete')
  if ((certificate.archivedAt === null) === (archivedAt === null)) return
  await reviseStored(ctx, papers, certificate, { archivedAt }, { present: () => shownCertificate(ctx, id) })
  await recomputeVehicleStatus(ctx, certificate)
  await audit(ctx, archivedAt ? 'entry.archived' : 'entry.restored', about(certificate), { type: certificate.kind })
}

// Files of certificates: uploads of the actor, visible to readers of the certificate. Those of earlier versions stay.

const fileKind = 'paper'

export const certificateFiles: FileOwners = {
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
    return rows.some(certificate => allows(ability, 'read', 'Paper', certificate))
  },
}

/**
 * Returns the files of a certificate by uuid: those that it had, and further uploads of the actor. Throws 422 for
 * others.
 */
const filesNamed = (ctx: Context, had: readonly StoredCertificateFile[], uuids: readonly string[]) =>
  namedFiles(ctx, {
    ...{ had, uuids, kind: fileKind },
    naming: ({ id, uuid, path, name, contentType, size }): StoredCertificateFile => ({
      ...{ id, uuid, path, name, size },
      content_type: contentType,
    }),
  })

/** Releases files that neither the certificate nor an earlier version of it names. */
const releaseFiles = (db: Database, had: readonly StoredCertificateFile[], kept: readonly StoredCertificateFile[]) =>
  unclaimFiles(
    db,
    fileKind,
    had.filter(({ id }) => !kept.some(file => file.id === id)),
  )

type Erased = Pick<typeof papers.$inferSelect, 'files' | 'earlier'>
/** Erases the files of erased certificates. */
export const eraseFilesOf = (db: Database, erased: readonly Erased[]) =>
  eraseNamed(
    db,
    fileKind,
    erased.flatMap(certificate => [
      ...certificate.files,
      ...certificate.earlier.flatMap(({ files }) => files as StoredCertificateFile[]),
    ]),
  )
