/** The price list of this tend. */
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Plan } from '#shared/plans/contract.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { archivedOrNot } from '../lib/registers/listing.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { plans } from './table.ts'

export type OfferRow = typeof plans.$inferSelect
type Draft = Omit<typeof plans.$inferInsert, 'id' | 'key'>

const presentOffer = (offer: OfferRow): Plan => wire(offer)

/** What is offered, in its order; for admins also what is not, and what was archived. */
export async function listOffers(ctx: Context, archived: boolean): Promise<Plan[]> {
  const rows = await ctx.db
    .select()
    .from(plans)
    .where(ctx.actor.isAdmin ? archivedOrNot(plans, archived) : sql`${isNull(plans.archivedAt)} and ${plans.isOffered}`)
    .orderBy(asc(plans.position), asc(plans.id))
  return rows.map(presentOffer)
}

export async function accessOffer(ctx: Context, id: number, action: string): Promise<OfferRow> {
  const [offer] = await ctx.db.select().from(plans).where(eq(plans.id, id))
  return permitted(ctx, action, 'Plan', offer)
}

export async function createOffer(ctx: Context, draft: Draft): Promise<Plan> {
  const [offer] = await ctx.db.insert(plans).values(draft).returning()
  if (!offer) throw new Error('The offer was not stored.')
  await audit(ctx, 'offer.created', { type: 'Plan', id: offer.id, companyId: null })
  return presentOffer(offer)
}

/** Changes an offer; what companies have of it already stays as it was opened. */
export async function updateOffer(ctx: Context, offer: OfferRow, changes: object, expected?: number): Promise<Plan> {
  await audit(ctx, 'offer.updated', { type: 'Plan', id: offer.id, companyId: null })
  return reviseRow(ctx, plans, offer, changes, presentOffer, expected)
}

/** An offer that can be chosen or opened. Throws 422 at `field` for any other. */
export async function requireOffer(ctx: Context, id: number, field: string, chosen: boolean): Promise<OfferRow> {
  const [offer] = await ctx.db.select().from(plans).where(eq(plans.id, id))
  const good = offer && !offer.archivedAt && (!chosen || (offer.isOffered && !offer.isTrial))
  if (!good) throw new Problem('invalid', { errors: { [field]: [{ code: 'not_an_option' }] } })
  return offer
}
