/** The data of `case.typ`, ready in the reader's language. */
import type { CaseDetail, CaseFile, CaseLine, CaseMessage } from '#shared/cases/contract.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { findCompany, logoForDocument, logoPathForDocument } from '../companies/queries.ts'
import type { PdfSource, Wanted } from '../documents/ports.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { heavyWork } from '../lib/concurrency/heavyWork.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import { type Template, templateAt } from '../lib/pdf/template.ts'
import { pdfSeal } from '../sealing/queries.ts'
import { readCase, readMessages } from './handling.ts'
import { accessCase, type CaseRow } from './queries.ts'

type CaseDocument = {
  language: Locale
  direction: 'ltr' | 'rtl'
  labels: Record<'page' | 'reported' | 'messages' | 'not_answered', string>
  company: string
  title: string
  number: string
  /** Status, identity of the reporter, days, and a note of the parts that are not printed. */
  about: string[]
  lines: { heading: boolean; question: string; answer: string | null; note: string | null }[]
  messages: { who: string; text: string }[]
}

export const caseTemplate: Template<CaseDocument> = templateAt(new URL('./case.typ', import.meta.url))

/**
 * Prints a case for its handlers. The reading is noted; the PDF is not stored or sealed and says no time, no contact
 * of the reporter and no name of a handler.
 */
export async function casePdf(ctx: Context, row: CaseRow): Promise<FileAnswer> {
  const { locale, services } = ctx
  const { template, data, filename } = await caseSource(ctx, row)
  const [company, seal] = [await findCompany(ctx.db, row.companyId), await pdfSeal(ctx.db, services, { locale })]
  const turnKey = fairnessKey(ctx.actor, ctx.ip)
  return async () => ({
    content: await heavyWork('document', turnKey, async () =>
      renderPdf(template, data, await logoForDocument(services.storage, company), seal),
    ),
    filename,
  })
}

/** The same in the background: kept until it is fetched, which is once. */
export const casePdfSource = async (_: Database, { ctx, kind, recordId }: Wanted & { ctx: Context }) =>
  kind === 'case' ? caseSource(ctx, await accessCase(ctx, recordId, 'read')) : null

async function caseSource(ctx: Context, row: CaseRow): Promise<PdfSource<CaseDocument>> {
  const [found, said] = [await readCase(ctx, row), await readMessages(ctx, row)]
  const company = await findCompany(ctx.db, row.companyId)
  const data = documentOf(ctx, found, said, company?.name ?? '')
  return {
    ...{ kind: 'case', companyId: row.companyId, recordId: row.id, template: caseTemplate, data },
    ...{ pictures: logoPathForDocument(company), filename: `${data.number}.pdf` },
  }
}

function documentOf(
  { locale, services }: Context,
  found: CaseDetail,
  said: CaseMessage[],
  company: string,
): CaseDocument {
  const t = services.texts(locale)
  const formats = formatsOf(locale, 'UTC')
  const days = [
    [t('cases.received'), found.received_on],
    [t('cases.acknowledged'), found.acknowledged_on],
    [t('cases.answered'), found.answered_on],
    [t('cases.eraseOn'), found.erase_on],
  ] as const
  const filesOf = (files: CaseFile[]) =>
    files.length > 0 ? [t('cases.pdf.files', { count: files.length, number: formats.number(files.length) })] : []
  return {
    ...{ language: locale, direction: directionOf(locale), company },
    labels: {
      page: t('reports.pdf.page'),
      reported: t('cases.reported'),
      messages: t('cases.messages'),
      not_answered: t('submissions.pdf.not_answered'),
    },
    title: textIn(found.form_name, locale, found.default_language).text,
    number: t('cases.number', { number: String(found.id) }),
    about: [
      `${t('cases.state')}${t('common.colon')} ${t(`cases.states.${found.status}`)}`,
      `${t('cases.identity')}${t('common.colon')} ${t(`cases.identities.${found.identity}`)}`,
      ...days.flatMap(([name, day]) => (day ? [`${name}: ${formats.date(day)}`] : [])),
      ...filesOf(found.files),
      t('cases.pdf.noNames'),
    ],
    lines: found.lines.map((line: CaseLine) => ({
      ...{ heading: line.is_heading, question: line.question, answer: line.answer, note: line.note },
    })),
    messages: said.map(({ kind, said_on, text, files }) => ({
      who: [t(`cases.kinds.${kind}`), formats.date(said_on), ...filesOf(files)].join(' · '),
      text,
    })),
  }
}
