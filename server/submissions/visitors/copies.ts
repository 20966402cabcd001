/**
 * The copy of what a visitor sent, by mail, if they asked for one. Their address stands in the submission until the copy is sent or cannot be,
 * never in a job, a dead letter or a log.
 */
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Email } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { Context } from '../../lib/context.ts'
import { type Database, withDatabase } from '../../lib/db/pools.ts'
import { inRounds, Preparation } from '../../lib/heavy/preparation.ts'
import { networkOf } from '../../lib/http/network.ts'
import { type Delivery, Undeliverable } from '../../lib/jobs/deliveries.ts'
import { nightly } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { refusalOf } from '../../lib/mail/refusal.ts'
import { copies } from '../../lib/security/linkTries.ts'
import { derive } from '../../lib/security/secrets.ts'
import { areTriesLeft } from '../../lib/security/tries.ts'
import type { Services } from '../../lib/services.ts'
import type { VisitedLink } from '../../public-links/queries.ts'
import type { FoundSubmission } from '../queries.ts'
import { submissions } from '../table.ts'
import { composeCopy, mailOfCopy } from './copyMail.ts'

type Copy = { submissionId: number; locale: Locale }

/** Has a copy sent with the commit. False where the address is none, or where too many were asked for: the submission is taken all the same. */
export async function sendCopy(
  ctx: Context,
  { link }: VisitedLink,
  submission: FoundSubmission,
  wanted: string,
  locale: Locale,
): Promise<boolean> {
  const address = Email.safeParse(wanted)
  if (!address.success || !(await isAllowed(ctx, link.id, address.data))) return false
  await ctx.db.update(submissions).set({ copyTo: address.data }).where(eq(submissions.id, submission.id))
  await ctx.services.jobs.send<Copy>(ctx.db, copyDelivery, { submissionId: submission.id, locale }, submission)
  return true
}

/** Whether nobody asked for too many copies: from that place, by that link, to that address. */
function isAllowed(ctx: Context, linkId: number, address: string): Promise<boolean> {
  // What is counted lies in the database for a day, where nobody is to read an address or try one out.
  const hidden = derive(ctx.services.serverKey, 'copy of a public form', address)
  return areTriesLeft(
    ctx,
    [copies.fromPlace, networkOf(ctx.ip)],
    [copies.ofLink, String(linkId)],
    [copies.toAddress, hidden],
  )
}

export const copyDelivery: Delivery<Copy> = {
  name: 'deliver.copy',
  deliver: async ({ submissionId, locale }, services) => {
    const preparation = new Preparation()
    const copy = await inRounds({ preparation }, () =>
      inTransaction(services, db => composeCopy(db, services, preparation, { submissionId, locale })),
    )
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
  withDatabase(pools.deliveries, { companyId: null, userId: null }, true, work)

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
