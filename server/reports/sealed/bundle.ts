/** What goes into the bundle of a finished report: what was sealed of it, its PDF and the photos that it shows. */
import { and, eq, inArray } from 'drizzle-orm'
import { files } from '../../files/table.ts'
import { bundledSeal } from '../../sealing/bundles/queries.ts'
import { sealedOf } from '../../sealing/queries.ts'
import type { BundledReports } from '../../submissions/ports.ts'
import { reportPdf } from '../pdf.ts'
import { accessReport } from '../queries.ts'

export const reportBundles: BundledReports = {
  async print(ctx, id) {
    const report = await accessReport(ctx, id, 'read')
    return { name: report.name, pdf: await reportPdf(ctx, report) }
  },

  async sealed(db, companyId, recordId, fileSha256) {
    const record = { companyId, recordType: 'report' as const, recordId }
    const { links, state } = await bundledSeal(db, record, (link, all) => {
      const printed = all.findLast(one => one.kind === 'exported' && one.fileSha256 === fileSha256)
      if (link.kind === 'exported') return link.position === printed?.position
      // What others had counted of it is theirs: their rights may show them more.
      return link.kind !== 'completed' || (link.part !== null && link.part === printed?.part)
    })
    const content = links.findLast(({ kind }) => kind === 'completed')?.content ?? '{}'
    const uuids = Object.keys(sealedOf<{ files: object }>({ content }).files ?? {})
    const stored =
      uuids.length === 0
        ? []
        : await db
            .select()
            .from(files)
            .where(and(eq(files.companyId, companyId), inArray(files.uuid, uuids)))
    return { links, state, content, stored }
  },
}
