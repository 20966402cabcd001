/** The links of a form, for its managers. */

import { and, asc, eq } from 'drizzle-orm'
import { fittingPrefill, leftOut, withLabel } from '#shared/forms/public/publicDefinition.ts'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { wire } from '#shared/lib/casing.ts'
import { greatestWhole, withinCalendar } from '#shared/lib/fields.ts'
import { Problem } from '#shared/lib/problem.ts'
import { findCompany, zoneOf } from '../companies/queries.ts'
import { type FormRow, findPublished, linksOf } from '../forms/queries.ts'
import { publicLinks } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { among, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'

/** One page of the living links of a form, as they were made. */
export async function listLinks(ctx: Context, form: FormRow, paging: PageRequest) {
  const present = await linkWords(ctx, form)
  const { limit, offset } = slice(paging)
  return pageOf(paging, {
    rows: ctx.db
      .select()
      .from(publicLinks)
      .where(and(linksOf(form), among(ctx, publicLinks.id)))
      .orderBy(asc(publicLinks.id))
      .limit(limit)
      .offset(offset),
    totals: totalOf(ctx.db, publicLinks, linksOf(form)),
    present,
  })
}

/** A living link of the form; 404 for any other. */
export async function accessLink(ctx: Pick<Context, 'db'>, form: FormRow, id: number): Promise<LinkRow> {
  const [link] = await ctx.db
    .select()
    .from(publicLinks)
    .where(and(linksOf(form), eq(publicLinks.id, id)))
  if (!link) throw new Problem('not_found')
  return link
}

/** What puts links of a form into wire form. */
export async function linkWords(ctx: Context, form: FormRow): Promise<(link: LinkRow) => PublicLink> {
  const [published, company] = await Promise.all([findPublished(ctx.db, form), findCompany(ctx.db, form.companyId)])
  const { serverKey, address } = ctx.services
  return ({ pinHash, ...link }) => {
    const definition = published?.definition
    const given = definition && withLabel(fittingPrefill(definition, link.prefill), link.labelQuestion)
    const left = definition && given ? leftOut(definition, given) : []
    // A moment before it ends is in its last day; one that ends within a day has that day begun.
    const lastMoment = link.expiresAt && new Date(link.expiresAt.getTime() - 1)
    return {
      ...wire(link),
      address: address(`/form/${link.formId}/public/${linkToken(serverKey, link)}`),
      last_day: lastMoment && withinCalendar(dayAt(lastMoment, zoneOf(company))),
      has_pin: pinHash !== null,
      left_out: left.map(({ id }) => id),
    }
  }
}

// The secrets in the addresses of public links: derived from the link's id and version, and stored nowhere.

export type LinkRow = typeof publicLinks.$inferSelect
type Named = Pick<LinkRow, 'id' | 'version' | 'labelQuestion'>

/** The secret of the link itself. That of another version of the row is dead. */
const linkToken = (serverKey: Buffer, { id, version }: Pick<LinkRow, 'id' | 'version'>): string =>
  derive(serverKey, 'public form', id, version)

/** The secret of the link's label for a row: names the row, and signs it with the question that it answers. */
export const labelToken = (serverKey: Buffer, { id, version, labelQuestion }: Named, row: number): string =>
  `${row}-${derive(serverKey, 'label of a public form', id, version, labelQuestion ?? '', row)}`

/** The length of a secret, which tells it from the prefix. */
const length = 43

/** The row that a label names; undefined for the token of a link itself. */
function rowIn(token: string): number | undefined {
  const named = token.length > length ? /^([1-9]\d{0,9})-/.exec(token)?.[1] : undefined
  return named === undefined ? undefined : Math.min(Number(named), greatestWhole)
}

/**
 * Which of these links a token opens, and the row of its label. Each is compared, so that the time does not say which;
 * and something is compared where there is none.
 */
export function openedBy<Link extends Named>(serverKey: Buffer, links: Link[], token: string) {
  const row = rowIn(token)
  const wanted = (link: Named) => (row === undefined ? linkToken(serverKey, link) : labelToken(serverKey, link, row))
  sameSecret(wanted({ id: 0, version: 0, labelQuestion: null }), token)
  const [link] = links.filter(
    one => sameSecret(wanted(one), token) && (row === undefined || one.labelQuestion !== null),
  )
  return link && { link, row }
}
