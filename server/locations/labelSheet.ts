/** Printed labels of places. Scanning one opens the place's page with its forms, tasks and animals. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { directionOf } from '#shared/lib/language.ts'
import { maxLabels } from '#shared/lib/limits.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { PdfSource, Wanted } from '../documents/ports.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import type { Database } from '../lib/db/pools.ts'
import { type LabelDocument, labelTemplate, qrCode } from '../lib/pdf/template.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { locations } from './table.ts'

/** @throws 404 where the actor may read none of these places, 422 for more than fit one print */
export const placeLabels = async (ctx: Context, ids: number[]): Promise<FileAnswer> =>
  printedAtOnce(ctx, await locationSource(ctx, ids))

/** Prints labels by the numbers of places. Throws 404 for another company. */
export async function locationsPdfSource(
  _: Database,
  { ctx, kind, recordId, ids }: Wanted & { ctx: Context },
): Promise<PdfSource | null> {
  if (kind !== 'places') return null
  if (recordId !== companyOf(ctx)) throw new Problem('not_found')
  return locationSource(ctx, ids ?? [])
}

async function locationSource(ctx: Context, ids: number[]): Promise<PdfSource<LabelDocument>> {
  if (ids.length > maxLabels) throw invalidField('ids', 'too_many', { maximum: maxLabels })
  const companyId = companyOf(ctx)
  const { id, name } = locations
  const [rows, company] = await Promise.all([
    ctx.db
      .select({ id, name })
      .from(locations)
      .where(
        and(
          ...[eq(locations.companyId, companyId), isNull(locations.archivedAt), inArray(id, ids)],
          accessible(ctx.ability, 'read', 'Location', locations),
        ),
      )
      .orderBy(asc(alphabetical(name, ctx.locale)), asc(id)),
    findCompany(ctx.db, companyId),
  ])
  if (rows.length === 0) throw new Problem('not_found')
  const { services, locale } = ctx
  const t = services.texts(locale)
  const data: LabelDocument = {
    language: locale,
    direction: directionOf(locale),
    title: t('locations.title'),
    company: company?.name ?? '',
    form: t('locations.labelOpens'),
    how: t('locations.labelHow'),
    pin: null,
    labels: rows.map(row => ({ name: row.name, ...qrCode(services.address(`/locations/${row.id}`)) })),
  }
  return {
    ...{ kind: 'places', companyId, recordId: null, template: labelTemplate, data },
    ...{ pictures: logoPathForDocument(company), filename: `${t('locations.title')} QR.pdf` },
  }
}
