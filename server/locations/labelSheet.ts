/** Labels of places on paper: whoever scans one comes to the page of its place, with its forms, tasks and animals. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { directionOf } from '#shared/lib/language.ts'
import { mostLabels } from '#shared/lib/printedLabels.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { findCompany, logoForDocument } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { companyOrPlace } from '../lib/heavy/companyOrPlace.ts'
import { heavyWork } from '../lib/heavy/heavyWork.ts'
import { type LabelDocument, labelTemplate } from '../lib/pdf/labels/labelDocument.ts'
import { qrCode } from '../lib/pdf/qrCode.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { paperSeal } from '../sealing/queries.ts'
import { locations } from './table.ts'

/** @throws 404 where the actor may read none of these places, 422 for more than fit one print */
export async function placeLabels(ctx: Context, ids: number[]): Promise<FileAnswer> {
  if (ids.length > mostLabels) throw invalidField('ids', 'too_many', { maximum: mostLabels })
  const companyId = companyOf(ctx)
  const { id, name } = locations
  const rows = await ctx.db
    .select({ id, name })
    .from(locations)
    .where(
      and(
        ...[eq(locations.companyId, companyId), isNull(locations.archivedAt), inArray(id, ids)],
        accessible(ctx.ability, 'read', 'Location', locations),
      ),
    )
    .orderBy(asc(name), asc(id))
  if (rows.length === 0) throw new Problem('not_found')
  const company = await findCompany(ctx.db, companyId)
  const { services, locale } = ctx
  const t = services.texts(locale)
  const document: LabelDocument = {
    language: locale,
    direction: directionOf(locale),
    title: t('locations.title'),
    company: company?.name ?? '',
    form: t('locations.labelOpens'),
    how: t('locations.labelHow'),
    pin: null,
    labels: rows.map(row => ({ name: row.name, ...qrCode(services.address(`/locations/${row.id}`)) })),
  }
  const seal = await paperSeal(ctx.db, services, { locale })
  const whose = companyOrPlace(ctx.actor, ctx.ip)
  return async () => ({
    content: await heavyWork('document', whose, async () =>
      renderPdf(labelTemplate, document, await logoForDocument(services.storage, company), seal),
    ),
    filename: `${t('locations.title')} QR.pdf`,
  })
}
