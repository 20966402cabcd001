/** A bundle of completed submissions: what was sealed of each, its files, its PDF and its links (`shared/sealing/bundle`). */
import { and, count, countDistinct, eq, min, sql } from 'drizzle-orm'
import type { ExportFilters } from '#shared/exports/contract.ts'
import { maxInBundle } from '#shared/exports/options.ts'
import { camel } from '#shared/lib/casing.ts'
import { defaultLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { Problem } from '#shared/lib/problem.ts'
import { findCompany } from '../../companies/queries.ts'
import { files } from '../../files/table.ts'
import { forms } from '../../forms/table.ts'
import type { Services } from '../../lib/services.ts'
import { bundleZip, type RecordFiles } from '../../sealing/bundles/queries.ts'
import { wanted } from '../filters.ts'
import { submissions } from '../table.ts'
import { idsOf } from './batches.ts'
import { bundledSubmission } from './bundledSubmission.ts'
import { fileNameOf } from './names.ts'
import { type Reader, reading } from './plan.ts'

const sumOfSizes = sql<number>`coalesce(sum(${files.size}), 0)::float8`

export type BundleReader = Reader & { services: Services }
export type MadeBundle = { content: AsyncIterable<Uint8Array>; filename: string; steps: number }

/** Throws `too_large` for more than a bundle holds, and `not_found` where there is nothing that could be in it. */
export async function bundleOf(
  reader: BundleReader,
  filters: ExportFilters,
  progress: (rows: number) => Promise<void>,
): Promise<MadeBundle> {
  const { ability, actor, companyId, locale, now, services } = reader
  const { where, company, rows, bytes, name } = await reading(reader, async db => {
    const asked = camel({ ...filters, company_id: companyId, status: 'complete' as const })
    const among = await wanted({ db, ability, actor }, asked)
    const [[counted], [stored], found] = await Promise.all([
      db
        .select({ rows: count(), forms: countDistinct(submissions.formId), first: min(submissions.formId) })
        .from(submissions)
        .where(among),
      db
        .select({ bytes: sumOfSizes })
        .from(files)
        .innerJoin(submissions, and(eq(submissions.id, files.submissionId), eq(submissions.companyId, files.companyId)))
        .where(among),
      findCompany(db, companyId),
    ])
    const [form] =
      counted?.forms === 1
        ? await db
            .select()
            .from(forms)
            .where(eq(forms.id, counted.first ?? 0))
        : []
    return { where: among, company: found, rows: counted?.rows ?? 0, bytes: stored?.bytes ?? 0, name: form?.name }
  })
  if (rows === 0) throw new Problem('not_found')
  if (rows > maxInBundle.submissions || bytes > maxInBundle.bytes) throw new Problem('too_large')

  async function* records(): AsyncGenerator<RecordFiles> {
    for await (const batch of idsOf({ reader, where }, null))
      for (const { id } of batch) {
        const one = await bundledSubmission(reader, id)
        if (one) yield one
        await progress(1)
      }
  }
  const title = name ? textIn(name, locale, defaultLocale).text : services.texts(locale)('submissions.title')
  return {
    content: bundleZip(makingOf(reader, company?.name ?? ''), records()),
    filename: fileNameOf(title, { now, zone: company?.timeZone ?? 'UTC' }, 'zip'),
    steps: rows,
  }
}

/** For whom and by what a bundle is made. */
export const makingOf = (reader: BundleReader, company: string) => ({
  ...{ companyId: reader.companyId, company, now: reader.now, signing: reader.services.signing },
  withChain: reader.ability.can('read', 'AuditEntry'),
  read: <T>(work: Parameters<typeof reading<T>>[1]) => reading(reader, work),
})
