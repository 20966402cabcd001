/** Delivery by mail. Data is read and committed before the mail goes out, and the outcome is stored afterwards. */
import { eq } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import { findLogo } from '../companies/queries.ts'
import type { Services, Topic } from '../lib/context.ts'
import { type Database, noTenant, shortReads, withDatabase } from '../lib/db/pools.ts'
import { Undeliverable } from '../lib/jobs/Dispatcher.ts'
import type { Delivery } from '../lib/jobs/deliveries.ts'
import type { Mail } from '../lib/mail/mailer.ts'
import { refusalOf } from '../lib/mail/mailer.ts'
import { mailTo, withLogo } from '../lib/mail/mailLayout.ts'
import { sentenceOf } from './queries.ts'
import { notices } from './table.ts'

type StoredNotification = typeof notices.$inferSelect

export const mailDelivery: Delivery<{ noticeId: string }> = {
  name: 'deliver.mail',
  deliver: async ({ noticeId }, services) => {
    const prepared = await prepare(services, noticeId)
    const composed = await inTransaction(services, db => compose(db, services, noticeId, prepared))
    if (!composed) return
    const { notice, topic, mail, logo } = composed
    const sent = await withLogo(services.storage, mail, logo)
    const refusal = await services.mailer.send(sent).then(() => null, refusalOf)
    if (topic.afterDelivery)
      await inTransaction(services, async db => topic.afterDelivery?.(notice.facts as never, refusal, { db, services }))
    if (refusal?.isFinal) throw new Undeliverable(refusal.reason)
    if (refusal) throw new Error(refusal.reason)
  },
}

/** What the topic prepares for the mail, with no connection held. */
async function prepare(services: Services, noticeId: string): Promise<unknown> {
  const db = shortReads(work => withDatabase(services.pools.deliveries, noTenant, false, work))
  const found = await findNotification(db, services, noticeId)
  return found?.topic.prepare?.(found.notice.facts as never, { db, services, userId: found.notice.userId })
}

async function findNotification(db: Database, services: Services, noticeId: string) {
  const [notice]: (StoredNotification | undefined)[] = await db.select().from(notices).where(eq(notices.id, noticeId))
  if (!notice) return null
  const topic: Topic<never> | undefined = services.topics.get(notice.topic)
  if (!topic) throw new Undeliverable(`Nothing is told of ${notice.topic} any more`)
  return { notice, topic }
}

/** The notification's mail; null where there is nothing to say any more. */
async function compose(db: Database, services: Services, noticeId: string, prepared: unknown) {
  const found = await findNotification(db, services, noticeId)
  if (!found) return null
  const { notice, topic } = found
  const mail = topic.mail
    ? await topic.mail(notice.facts as never, { db, services, userId: notice.userId }, prepared)
    : await mailOfSentence(db, services, notice)
  if (!mail) return null
  const logo = topic.isFromPlatform || notice.companyId === null ? null : await findLogo(db, notice.companyId)
  return { notice, topic, mail, logo }
}

const inTransaction = <T>({ pools }: Services, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase(pools.deliveries, noTenant, true, work)

// The mail of a notification without a mail of its own: its sentence and a link.

type NotificationRow = typeof notices.$inferSelect
type Writing = Pick<Services, 'texts' | 'address' | 'topics'>

async function mailOfSentence(db: Database, services: Writing, notice: NotificationRow): Promise<Mail | null> {
  return mailOfSentences(db, services, notice.userId ?? 0, [notice])
}

/**
 * Returns the names of the sentence. Notifications without a bell entry store none, so their topic derives them from
 * the facts.
 */
function withNames({ topic, said, facts }: NotificationRow, { topics }: Writing) {
  return { topic, said: said ?? topics.get(topic)?.bell?.(facts as never).values ?? null }
}

/** One mail of several notifications; null where there is nobody to read it. */
export async function mailOfSentences(
  db: Database,
  services: Writing,
  userId: number,
  batch: NotificationRow[],
): Promise<Mail | null> {
  const [reader] = await db.select().from(users).where(eq(users.id, userId))
  const [first] = batch
  if (!reader?.email || reader.archivedAt || !first) return null
  const isOne = batch.length === 1
  return mailTo(services, { ...reader, email: reader.email }, ({ locale, t }) => {
    const sentences = batch.map(notice => sentenceOf(withNames(notice, services), services.texts, locale))
    return {
      subject: isOne ? (sentences[0] ?? '') : t('notifications.digestSubject', { count: batch.length }),
      paragraphs: sentences,
      action: {
        label: t('notifications.openInTend'),
        address: services.address(isOne ? (first.href ?? '/notifications') : '/notifications'),
      },
      note: t('notifications.mailNote'),
    }
  })
}
