import { invalidField } from '#shared/lib/problem.ts'
import { kindsOf, type PaperKind, type PaperOwner } from '#shared/papers/paperKinds.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { accessRow, reviseRow } from '../lib/registers/register.ts'
import { settleSubjects } from '../subjects/commands.ts'
import { vehicles } from '../vehicles/table.ts'
import type { PaperRow } from './queries.ts'
import { papers } from './table.ts'

type Whose = { vehicleId?: number | null | undefined; holderId?: number | null | undefined }
type Draft = Partial<Omit<PaperRow, 'id' | 'companyId' | 'vehicleId' | 'holderId'>>

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
const settleVehicle = async (ctx: Context, { companyId, vehicleId }: PaperRow) =>
  vehicleId !== null && settleSubjects(ctx, companyId, [{ type: 'vehicle', id: vehicleId }])

const about = ({ id, companyId }: PaperRow) => ({ type: 'Paper', id, companyId })

/** Adds a paper of a vehicle that the actor may read, of a member, or of the company. */
export async function addPaper(ctx: Context, draft: Whose & { kind: PaperKind } & Draft): Promise<PaperRow> {
  requireSensible(draft)
  if (draft.vehicleId) await readableVehicle(ctx, draft.vehicleId)
  const [paper] = await ctx.db
    .insert(papers)
    .values({ ...draft, companyId: companyOf(ctx) })
    .returning()
  permitted(ctx, 'create', 'Paper', paper)
  if (!paper) throw new Error('An insert returns its row')
  await settleVehicle(ctx, paper)
  await audit(ctx, 'entry.created', about(paper), { type: paper.kind })
  return paper
}

const readableVehicle = (ctx: Context, id: number) =>
  accessRow(ctx, vehicles, 'Vehicle', id, 'read').catch(() => {
    throw invalidField('vehicle_id', 'not_found')
  })

/** Changes a paper. With another end people are told of that one. */
export async function changePaper(
  ctx: Context,
  id: number,
  { revision, ...changes }: Draft & { revision?: number | undefined },
): Promise<void> {
  const paper = await accessRow(ctx, papers, 'Paper', id, 'update')
  requireSensible({ ...paper, ...changes })
  const isOther = changes.validUntil !== undefined && changes.validUntil !== paper.validUntil
  await reviseRow(ctx, papers, paper, { ...changes, ...(isOther && { toldDays: null }) }, row => row, revision)
  await settleVehicle(ctx, paper)
  await audit(ctx, 'entry.updated', about(paper), { type: paper.kind })
}

/** Archives a paper, or takes it back. A repeated call is harmless. */
export async function putAway(ctx: Context, id: number, archivedAt: Date | null): Promise<void> {
  const paper = await accessRow(ctx, papers, 'Paper', id, 'delete')
  if ((paper.archivedAt === null) === (archivedAt === null)) return
  await reviseRow(ctx, papers, paper, { archivedAt }, row => row)
  await settleVehicle(ctx, paper)
  await audit(ctx, archivedAt ? 'entry.archived' : 'entry.restored', about(paper), { type: paper.kind })
}
