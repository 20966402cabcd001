/** The door of a pass: its addresses, and who comes in by one. Every call asks it again. */
import { eq, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Reach } from '#shared/lib/reach.ts'
import { PublicPinAsked } from '#shared/public-links/publicForm.ts'
import { type CompanyRow, findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import { requireLinkPin } from '../public-links/visitors.ts'
import { passes } from './table.ts'

export type PassRow = typeof passes.$inferSelect
export type PassLink = { id: number; token: string }
/** A pass that is open now. Records are shown as they were at `asOf`. */
export type OpenPass = { pass: PassRow; company: CompanyRow; asOf: Date; isPreview: boolean }

type Key = { serverKey: Buffer }
type Named = Pick<PassRow, 'companyId' | 'id'>

/** The secret of a pass's address: worked out, never stored. */
export const passToken = ({ serverKey }: Key, { companyId, id }: Named): string =>
  derive(serverKey, 'pass', companyId, id)

const previewMs = 3600_000

/** The secret of an address that shows a manager for an hour what the holder sees. */
export function previewToken(key: Key, pass: Named, now: Date): string {
  const expires = now.getTime() + previewMs
  return `${expires}.${previewSecret(key, pass, expires)}`
}

const previewSecret = ({ serverKey }: Key, { companyId, id }: Named, expires: number): string =>
  derive(serverKey, 'pass preview', companyId, id, expires)

/** The pass that a link opens, or of which it is a preview. Throws 404, and `share_taken_back` for a revoked one. */
async function accessPass({ db, services }: Pick<Context, 'db' | 'services'>, { id, token }: PassLink) {
  const [pass] = await db.select().from(passes).where(eq(passes.id, id))
  const named = pass ?? { companyId: 0, id: 0 }
  const [until, secret] = token.split('.')
  const expires = Number(until)
  const isPreview = secret !== undefined
  // Compared with something also where there is no pass, so that the time says nothing either.
  const isRight = isPreview
    ? sameSecret(secret, previewSecret(services, named, expires)) && expires > Date.now()
    : sameSecret(token, passToken(services, named))
  if (!isRight || !pass) throw new Problem('not_found')
  if (pass.revokedAt) throw new Problem('share_taken_back')
  return { pass, isPreview }
}

/** The company of a pass, and the part of it that its connection shows. Throws what `accessPass` throws. */
export async function openedByPass(
  ctx: Pick<Context, 'db' | 'services'>,
  link: PassLink,
): Promise<{ companyId: number; reach: Reach | null }> {
  const { pass } = await accessPass(ctx, link)
  return { companyId: pass.companyId, reach: await reachOfPass(ctx, pass) }
}

/** The reach of a pass with all locations below those that it names; null for the whole company. */
export async function reachOfPass({ db }: Pick<Context, 'db'>, { companyId, id }: Named): Promise<Reach | null> {
  const [found] = await db
    .select({
      reach: sql<Reach | null>`case when ${passes.reachLocations} is not null then
        jsonb_build_object('locations', locations_below(${passes.companyId}, ${passes.reachLocations}),
          'groups', ${passes.reachGroups}, 'vehicles', ${passes.reachVehicles}, 'historiesStay',
          (select c.histories_stay from companies c where c.id = ${passes.companyId})) end`,
    })
    .from(passes)
    .where(sql`${passes.companyId} = ${companyId} and ${passes.id} = ${id}`)
  return found ? found.reach : { locations: [], groups: [], vehicles: [] }
}

/**
 * Lets somebody in. Throws what `accessPass` throws, `public_link_expired` after its end, `pass_not_started` before its
 * start, and what a missing or wrong PIN is.
 */
export async function enter(ctx: Context, link: PassLink): Promise<OpenPass> {
  const { pass, isPreview } = await accessPass(ctx, link)
  const company = await findCompany(ctx.db, pass.companyId)
  if (!company || company.archivedAt) throw new Problem('not_found')
  if (isPreview) {
    requireNotEnded(pass, ctx.now)
    return { pass, company, isPreview, asOf: earlier(pass.startsAt, ctx.now) }
  }
  requireTime(pass, ctx.now)
  const data = PublicPinAsked.parse({ company_name: company.name, company_logo: company.logo })
  await requireLinkPin(ctx, { link: `pass ${pass.id}`, pinHash: pass.pinHash, data })
  return { pass, company, isPreview, asOf: pass.startsAt }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Throws `public_link_expired` after the end of a pass, and `pass_not_started` before its start. */
export function requireTime(pass: Pick<PassRow, 'startsAt' | 'endsAt'>, now: Date): void {
  requireNotEnded(pass, now)
  if (pass.startsAt > now) throw new Problem('pass_not_started')
}

/** Throws `public_link_expired` after the end of a pass, for its preview too. */
export function requireNotEnded({ endsAt }: Pick<PassRow, 'endsAt'>, now: Date): void {
  if (endsAt <= now) throw new Problem('public_link_expired')
}
