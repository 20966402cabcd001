/**
 * The copy of what a visitor sent, by mail, if they asked for one. Their address stands in the submission until the
 * copy is sent or cannot be, never in a job, a dead letter or a log.
 */
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { askedOfVisitors } from '#shared/forms/public/publicDefinition.ts'
import { asksForRows } from '#shared/forms/registerTypes.ts'
import type { Score } from '#shared/forms/scoring/score.ts'
import { Email } from '#shared/lib/fields.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { formatterFor } from '#shared/submissions/formatter.ts'
import { momentOf } from '#shared/submissions/report.ts'
import { findCompany, logoForDocument, logoOf, zoneOf } from '../../companies/queries.ts'
import { evaluateForm } from '../../forms/evaluation/queries.ts'
import { heavyWork } from '../../lib/concurrency/heavyWork.ts'
import { Preparation } from '../../lib/concurrency/preparation.ts'
import type { Context, Services } from '../../lib/context.ts'
import { type Database, noTenant, shortReads, withDatabase } from '../../lib/db/pools.ts'
import { Undeliverable } from '../../lib/jobs/Dispatcher.ts'
import type { Delivery } from '../../lib/jobs/deliveries.ts'
import { nightly } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { type Mail, refusalOf } from '../../lib/mail/mailer.ts'
import { mailTo, withLogo } from '../../lib/mail/mailLayout.ts'
import { networkOf } from '../../lib/network/network.ts'
import { hasMissingCharacters } from '../../lib/pdf/printable.ts'
import { renderPdf } from '../../lib/pdf/render.ts'
import { anonymous } from '../../lib/security/identity.ts'
import type { Limit } from '../../lib/security/limits.ts'
import { derive } from '../../lib/security/secrets.ts'
import { areTriesLeft, giveBackTries, type Try } from '../../lib/security/tries.ts'
import type { VisitedLink } from '../../public-links/queries.ts'
import { pdfSeal } from '../../sealing/queries.ts'
import { documentOf } from '../document/document.ts'
import { aroundOf, readPictures } from '../document/pdf.ts'
import { submissionTemplate } from '../document/submissionDocument.ts'
import { filesShown, presentDetail } from '../present.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { submissions } from '../table.ts'

type WantedCopy = { submissionId: number; locale: Locale }

/**
 * Counts a copy. False where the address is none, or where too many were asked for: the submission is taken all the
 * same. It is given back where the submission is not.
 */
export async function countCopy(ctx: Context, { link }: VisitedLink, wanted: string): Promise<boolean> {
  const address = Email.safeParse(wanted)
  if (!address.success) return false
  // Counts lie in the database for a day, where nobody is to read an address or try one out.
  const hidden = derive(ctx.services.serverKey, 'copy of a public form', address.data)
  const tries: Try[] = [
    [copies.fromPlace, networkOf(ctx.ip)],
    [copies.ofLink, String(link.id)],
    [copies.toAddress, hidden],
  ]
  const isAllowed = await areTriesLeft(ctx, ...tries)
  if (isAllowed) ctx.afterRollback.push(() => giveBackTries(ctx, ...tries))
  return isAllowed
}

/** Has a counted copy sent with the commit. */
export async function sendCopy(
  ctx: Context,
  submission: FoundSubmission,
  wanted: string,
  locale: Locale,
): Promise<boolean> {
  await ctx.db
    .update(submissions)
    .set({ copyTo: Email.parse(wanted) })
    .where(eq(submissions.id, submission.id))
  await ctx.services.jobs.send(ctx.db, copyDelivery, { submissionId: submission.id, locale }, submission)
  return true
}

/**
 * Copies that visitors ask for by mail. Visitors type the address, so the number for one address is bounded over all
 * visitors, and no door sends many (docs/decisions/0037-doors-for-strangers.md).
 */
const copies = {
  toAddress: { name: 'copies of public forms to an address', tries: 3, seconds: 86_400 },
  fromPlace: { name: 'copies of public forms from a place', tries: 10, seconds: 3600 },
  ofLink: { name: 'copies of public forms by a link', tries: 200, seconds: 86_400 },
} satisfies Record<string, Limit>

export const copyDelivery: Delivery<WantedCopy> = {
  name: 'deliver.copy',
  deliver: async ({ submissionId, locale }, services) => {
    const reading = shortReads(work => withDatabase(services.pools.deliveries, noTenant, false, work))
    const copy = await composeCopy(reading, services, { submissionId, locale })
    if (!copy) return
    const mail = await mailOfCopy(services, copy)
    const refusal = await services.mailer.send(mail).then(() => null, refusalOf)
    if (!refusal || refusal.isFinal) await inTransaction(services, db => forget(db, submissionId))
    // Mail servers say the address when they refuse it, and what is thrown here is kept.
    if (refusal?.isFinal) throw new Undeliverable('The mail server does not take the copy')
    if (refusal) throw new Error('The copy could not be sent now')
  },
}

const forget = (db: Database, submissionId: number) =>
  db.update(submissions).set({ copyTo: null }).where(eq(submissions.id, submissionId))

const inTransaction = <T>({ pools }: Services, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase(pools.deliveries, noTenant, true, work)

const day = 24 * 3600_000

/** What was tried for a day and never went out is not tried again. */
export const forgetCopies: Job<object> = {
  name: 'submissions.forget-copies',
  schedule: nightly,
  work: async (_, { db }) => {
    const old = new Date(Date.now() - 2 * day)
    await db
      .update(submissions)
      .set({ copyTo: null })
      .where(and(isNotNull(submissions.copyTo), lt(submissions.receivedAt, old)))
    return undefined
  },
}

// Composes the copy: the answers as a PDF, in a mail without any words of the visitor.

type Copy = NonNullable<Awaited<ReturnType<typeof composeCopy>>>

/** Looks up and evaluates what the copy says, with no connection held; null where none is wanted any more. */
async function composeCopy(
  db: Database,
  services: Services,
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
  const timeZone = zoneOf(company)
  const words = formatterFor({ locale, timeZone, t }, submission.definition)
  // Visitors read the form as the copy speaks to them.
  const around = aroundOf(services, submission, { files, writtenIn: locale, timeZone })
  const moment = momentOf(submission, words)
  const asking = { preparation: new Preparation(), actor, ip: '' }
  const state = await evaluateForm(asking, submission.definition, submission.answers, moment)
  const companyName = company?.name ?? ''
  const seal = await pdfSeal(db, services, { locale })
  const document = documentOf(submission, state, words, { ...around, companyName, now: new Date() })
  return { to: found.copyTo, submission, files, company, document, seal, locale }
}

/**
 * As they were asked, and with what the form shows them: no tasks, no state, and the score only where they saw it
 * coming.
 */
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
async function mailOfCopy(
  services: Services,
  { to, submission, files, company, document, seal, locale }: Copy,
): Promise<Mail> {
  const { storage } = services
  const logo = await logoForDocument(storage, company)
  const content = await heavyWork('document', `company ${submission.company_id}`, async () =>
    renderPdf(submissionTemplate, document, { ...(await readPictures(storage, files)), ...logo }, seal),
  )
  const { name: form } = document.form
  const hasMissing = await hasMissingCharacters(document)
  const mail = mailTo(services, { email: to, locale }, ({ t }) => ({
    subject: t('submissions.copy.subject', { form }),
    paragraphs: [
      t('submissions.copy.text', { form, company: document.company.name }),
      ...(hasMissing ? [t('documents.pdf.missing')] : []),
    ],
    note: t('submissions.copy.note'),
  }))
  const sent = { ...mail, files: [{ filename: filenameOf(form, '.pdf'), contentType: 'application/pdf', content }] }
  return withLogo(storage, sent, logoOf(company))
}
