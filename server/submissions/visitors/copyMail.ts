/** What the copy says: the answers as a PDF, in a mail in which nothing stands that the visitor typed. */

import { eq } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { askedOfVisitors } from '#shared/forms/public/publicDefinition.ts'
import { asksForRows } from '#shared/forms/registerTypes.ts'
import type { Score } from '#shared/forms/scoring/score.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { momentOf } from '#shared/submissions/report.ts'
import { wordsFor } from '#shared/submissions/words.ts'
import { findCompany, logoForDocument } from '../../companies/queries.ts'
import { evaluateForm } from '../../forms/evaluation/queries.ts'
import type { Database } from '../../lib/db/pools.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import { heavyWork } from '../../lib/heavy/heavyWork.ts'
import type { Preparation } from '../../lib/heavy/preparation.ts'
import type { Mail } from '../../lib/mail/mailer.ts'
import { withLogo, writeMail } from '../../lib/mail/mailLayout.ts'
import { renderPdf } from '../../lib/pdf/render.ts'
import { anonymous } from '../../lib/security/identity.ts'
import type { Services } from '../../lib/services.ts'
import { paperSeal } from '../../sealing/queries.ts'
import { documentOf } from '../document/document.ts'
import { aroundOf, readPictures } from '../document/pdf.ts'
import { submissionTemplate } from '../document/submissionDocument.ts'
import { filesShown } from '../followUps/queries.ts'
import { presentDetail } from '../present.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { submissions } from '../table.ts'

type Copy = NonNullable<Awaited<ReturnType<typeof composeCopy>>>

/** Looks up what the copy says; null where none is wanted any more. */
export async function composeCopy(
  db: Database,
  services: Services,
  preparation: Preparation,
  { submissionId, locale }: { submissionId: number; locale: Locale },
) {
  const found = await findSubmission(db, eq(submissions.id, submissionId))
  if (!found?.copyTo || found.archivedAt) return null
  const { companyId } = found
  const actor = { ...anonymous.actor, companyId }
  const [detail, files, company] = await Promise.all([
    presentDetail({ db, actor }, found),
    filesShown(db, found),
    findCompany(db, companyId),
  ])
  const submission = forVisitor(detail, found)
  const t = services.texts(locale)
  const timeZone = company?.timeZone ?? 'UTC'
  const words = wordsFor({ locale, timeZone, t }, submission.definition)
  // Visitors read the form as the copy speaks to them.
  const around = aroundOf(services, submission, { files, writtenIn: locale, timeZone })
  const moment = momentOf(submission, words)
  const state = await evaluateForm({ preparation, actor, ip: '' }, submission.definition, submission.answers, moment)
  const companyName = company?.name ?? ''
  const seal = await paperSeal(db, services, { locale })
  const document = documentOf(submission, state, words, { ...around, companyName, now: new Date() })
  return { to: found.copyTo, submission, files, company, document, seal, words: { locale, t } }
}

/** As they were asked, and with what the form shows them: no tasks, no state, and the score only where they saw it coming. */
function forVisitor(detail: SubmissionDetail, { definition, answers }: FoundSubmission): SubmissionDetail {
  const { score, ...shown } = detail
  const { subject_status: _, ...seen } = score ?? {}
  return {
    ...shown,
    definition: askedOfVisitors(definition, rowsGiven(definition, answers)),
    score: score && definition.settings?.score_preview ? (seen as Score) : null,
    tasks: [],
  }
}

/** Visitors pick no rows: those that were answered, their link answered. */
const rowsGiven = (definition: Definition, answers: FoundSubmission['answers']) =>
  Object.fromEntries(
    placedElements(definition).flatMap(({ element }) => {
      const value = asksForRows(element) ? answers[element.id]?.value : undefined
      return value === undefined ? [] : [[element.id, value]]
    }),
  )

/** The mail with its PDF, which is drawn with no connection held. */
export async function mailOfCopy(
  { storage }: Services,
  { to, submission, files, company, document, seal, words }: Copy,
): Promise<Mail> {
  const { t } = words
  const logo = await logoForDocument(storage, company)
  const content = await heavyWork('document', `company ${submission.company_id}`, async () =>
    renderPdf(submissionTemplate, document, { ...(await readPictures(storage, files)), ...logo }, seal),
  )
  const { name: form } = document.form
  const mail = writeMail(words, {
    subject: t('submissions.copy.subject', { form }),
    paragraphs: [t('submissions.copy.text', { form, company: document.company.name })],
    note: t('submissions.copy.note'),
  })
  const filename = filenameOf(form, '.pdf')
  const sent = { to, ...mail, files: [{ filename, contentType: 'application/pdf', content }] }
  const picture = company?.logo && (await storage.read(company.logo.path).catch(ifMissing))
  return company?.logo && picture ? withLogo(sent, { ...company.logo, name: company.name, content: picture }) : sent
}
