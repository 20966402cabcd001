/** A notice as a mail: its sentence, and the way to what it is about. For what has no mail of its own. */
import { eq } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import { users } from '../accounts/table.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Mail } from '../lib/mail/mailer.ts'
import { writeMail } from '../lib/mail/mailLayout.ts'
import type { Services } from '../lib/services.ts'
import { sentenceOf } from './queries.ts'
import type { notices } from './table.ts'

type NoticeRow = typeof notices.$inferSelect
type Writing = Pick<Services, 'texts' | 'address' | 'topics'>

export async function mailOfSentence(db: Database, services: Writing, notice: NoticeRow): Promise<Mail | null> {
  return mailOfSentences(db, services, notice.userId ?? 0, [notice])
}

/** What is not to stand in the bell keeps no names there: they are what its topic says of the facts. */
function withNames({ topic, said, facts }: NoticeRow, { topics }: Writing) {
  return { topic, said: said ?? topics.get(topic)?.bell?.(facts as never).values ?? null }
}

/** One mail of several notices; null where there is nobody to read it. */
export async function mailOfSentences(
  db: Database,
  services: Writing,
  userId: number,
  told: NoticeRow[],
): Promise<Mail | null> {
  const [reader] = await db.select().from(users).where(eq(users.id, userId))
  const [first] = told
  if (!reader?.email || reader.archivedAt || !first) return null
  const locale = localeOf(reader.languageId)
  const t = services.texts(locale)
  const sentences = told.map(notice => sentenceOf(withNames(notice, services), services.texts, locale))
  const isOne = told.length === 1
  const mail = writeMail(
    { locale, t },
    {
      subject: isOne ? (sentences[0] ?? '') : t('notices.digestSubject', { count: told.length }),
      paragraphs: [t('mails.greeting', { name: reader.name }), ...sentences],
      action: {
        label: t('notices.openInTend'),
        address: services.address(isOne ? (first.href ?? '/notifications') : '/notifications'),
      },
      note: t('notices.mailNote'),
    },
  )
  return { to: reader.email, ...mail }
}
