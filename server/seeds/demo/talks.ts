/** What people of the demo said to each other in twelve weeks, in two languages: in pairs, and one group for each team. */
import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { Locale } from '#shared/lib/language.ts'
import { newPath } from '../../files/commands.ts'
import { files } from '../../files/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { previewOf } from '../../lib/files/picture.ts'
import type { Storage } from '../../lib/files/storage.ts'
import {
  conversationMembers,
  conversations,
  messageAcknowledgements,
  messageAttachments,
  messageReactions,
  messageReads,
  messages,
} from '../../messaging/table.ts'
import { wordsOf } from '../../messaging/words.ts'
import { submissions } from '../../submissions/table.ts'

const hour = 3600_000

/** Who says what, how many days ago and at which hour. */
type Line = {
  by: number
  daysAgo: number
  at: number
  text: string
  locale?: Locale
  isUrgent?: boolean
  reaction?: { by: number; emoji: string }
  /** The latest submission of somebody as a card, or a photo of theirs. */
  shows?: 'submission' | 'photo'
}

type Talk = { companyId: number; people: number[]; title: string | null; locale: Locale; lines: Line[] }

/** One conversation with all that was said in it; everybody has read all but the last line, which is new to the others. */
export async function seedTalk(db: Database, storage: Storage, talk: Talk, now: Date): Promise<void> {
  const { companyId, people, title, lines } = talk
  const timeOf = ({ daysAgo, at }: Line) => new Date(now.getTime() - daysAgo * 24 * hour - (24 - at) * hour * 0.25)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return
  const pairKey = title === null ? `private:${people.toSorted((a, b) => a - b).join(':')}` : null
  const [made] = await db
    .insert(conversations)
    .values({
      ...{ companyId, title, pairKey, type: title === null ? 'private' : 'group', createdBy: first.by },
      createdAt: timeOf(first),
    })
    .returning()
  if (!made) return
  await db
    .insert(conversationMembers)
    .values(people.map(userId => ({ companyId, conversationId: made.id, userId, joinedAt: timeOf(first) })))
  let change = 0
  let before = 0
  for (const line of lines) {
    const createdAt = timeOf(line)
    const locale = line.locale ?? talk.locale
    const photo = line.shows === 'photo' ? await photoOf(db, storage, companyId, line.by, createdAt) : undefined
    const [row] = await db
      .insert(messages)
      .values({
        ...{ companyId, conversationId: made.id, senderId: line.by, uuid: randomUUID(), messageText: line.text },
        ...{ locale, createdAt, changeId: ++change, isUrgent: line.isUrgent ?? false, urgentTold: 6 },
        ...{ hasFiles: photo !== undefined, words: wordsOf(line.text, locale, { companyId, id: made.id }) },
      })
      .returning({ id: messages.id })
    if (!row) return
    await belongings(db, companyId, row.id, line, people, createdAt, photo)
    if (line !== last)
      for (const userId of people.filter(id => id !== line.by))
        await db.insert(messageReads).values({
          ...{ companyId, conversationId: made.id, userId, fromId: before, messageId: row.id, changeId: ++change },
          readAt: new Date(createdAt.getTime() + 9 * 60_000),
        })
    if (line !== last) before = row.id
    await db
      .update(conversations)
      .set({ lastMessageId: row.id, lastMessageAt: createdAt, lastChangeId: change })
      .where(eq(conversations.id, made.id))
  }
  await db
    .update(conversationMembers)
    .set({ lastReadId: before })
    .where(and(eq(conversationMembers.companyId, companyId), eq(conversationMembers.conversationId, made.id)))
}

async function belongings(
  db: Database,
  companyId: number,
  messageId: number,
  line: Line,
  people: number[],
  at: Date,
  photo: { id: number } | undefined,
): Promise<void> {
  if (line.reaction)
    await db.insert(messageReactions).values({
      ...{ companyId, messageId, userId: line.reaction.by, emoji: line.reaction.emoji, createdAt: at },
    })
  if (line.isUrgent)
    for (const userId of people.filter(id => id !== line.by))
      await db.insert(messageAcknowledgements).values({
        ...{ companyId, messageId, userId, acknowledgedAt: new Date(at.getTime() + 4 * 60_000) },
      })
  if (photo) await db.insert(messageAttachments).values({ companyId, messageId, position: 0, fileId: photo.id })
  if (line.shows !== 'submission') return
  const [submission] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.companyId, companyId), eq(submissions.status, 'complete')))
    .orderBy(desc(submissions.completedAt))
    .limit(1)
  if (submission)
    await db.insert(messageAttachments).values({ companyId, messageId, position: 0, submissionId: submission.id })
}

/** A photo of the farm's last days once more, as a file of its own with its preview. */
async function photoOf(db: Database, storage: Storage, companyId: number, userId: number, at: Date) {
  const [photo] = await db
    .select()
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.contentType, 'image/jpeg')))
    .orderBy(desc(files.id))
    .limit(1)
  if (!photo) return undefined
  const content = await storage.read(photo.path)
  const preview = await previewOf(content, 'demo')
  const [path, previewPath] = [newPath(companyId, at, 'jpg'), newPath(companyId, at, preview.extension)]
  await storage.write(path, content)
  await storage.write(previewPath, preview.content)
  const [copy] = await db
    .insert(files)
    .values({
      ...{ companyId, userId, uuid: randomUUID(), path, previewPath, name: 'barn.jpg', ownedBy: 'message' },
      ...{ contentType: photo.contentType, size: photo.size, sha256: photo.sha256, createdAt: at },
      ...{ width: photo.width, height: photo.height, placeholder: preview.placeholder },
    })
    .returning({ id: files.id })
  return copy
}

/** Maya, Tom and Farid of Greenfield. */
export async function talkAtGreenfield(
  db: Database,
  storage: Storage,
  companyId: number,
  { maya, tom, farid }: Record<'maya' | 'tom' | 'farid', number>,
  now: Date,
): Promise<void> {
  await seedTalk(
    db,
    storage,
    {
      ...{ companyId, people: [maya, tom, farid], title: 'Barns and paddocks', locale: 'en' },
      lines: [
        { by: maya, daysAgo: 82, at: 7, text: 'Good morning. From this week on we count the pens on the phone.' },
        { by: tom, daysAgo: 82, at: 8, text: 'Works even behind the silo, where there is no signal.' },
        {
          by: farid,
          daysAgo: 60,
          at: 9,
          text: 'Ten new ewes are in the top paddock.',
          reaction: { by: maya, emoji: '👍' },
        },
        { by: tom, daysAgo: 41, at: 6, text: 'Water trough in barn 2 is leaking again.' },
        { by: maya, daysAgo: 41, at: 7, text: 'The plumber comes at ten. Please move the heifers until then.' },
        {
          by: maya,
          daysAgo: 20,
          at: 16,
          text: 'Storm tonight: shut all gates and bring the calves in.',
          isUrgent: true,
        },
        { by: farid, daysAgo: 20, at: 17, text: 'Calves are in, gate 3 is chained.' },
        { by: tom, daysAgo: 3, at: 8, text: 'This is how barn 1 looks after mucking out.', shows: 'photo' },
        { by: maya, daysAgo: 1, at: 12, text: 'Well done. Look at the score of the last check:', shows: 'submission' },
        { by: farid, daysAgo: 0, at: 8, text: 'Who takes the evening round today?' },
      ],
    },
    now,
  )
  await seedTalk(
    db,
    storage,
    {
      ...{ companyId, people: [maya, farid], title: null, locale: 'en' },
      lines: [
        { by: maya, daysAgo: 30, at: 9, text: 'Farid, can you do the transport on Thursday?' },
        { by: farid, daysAgo: 30, at: 10, text: 'نعم، سأكون هناك في السابعة صباحًا.', locale: 'ar' },
        { by: maya, daysAgo: 30, at: 10, text: 'شكرًا. The lorry is checked.', reaction: { by: farid, emoji: '🙏' } },
        { by: farid, daysAgo: 2, at: 15, text: 'الطبيب البيطري يأتي غدًا لفحص الأبقار.', locale: 'ar' },
      ],
    },
    now,
  )
}

/** Eszter and Bence of Riverside. */
export async function talkAtRiverside(
  db: Database,
  storage: Storage,
  companyId: number,
  { eszter, bence }: Record<'eszter' | 'bence', number>,
  now: Date,
): Promise<void> {
  await seedTalk(
    db,
    storage,
    {
      ...{ companyId, people: [eszter, bence], title: 'Fejőház', locale: 'hu' },
      lines: [
        { by: eszter, daysAgo: 75, at: 7, text: 'Jó reggelt! Mostantól itt beszéljük meg a napi teendőket.' },
        { by: bence, daysAgo: 74, at: 8, text: 'A számla a takarmányról megérkezett, az irodában hagytam.' },
        { by: eszter, daysAgo: 33, at: 6, text: 'A 12-es tehén sántít, kérem, nézze meg fejés előtt.', isUrgent: true },
        {
          by: bence,
          daysAgo: 33,
          at: 7,
          text: 'Megnéztem, hívtam az állatorvost.',
          reaction: { by: eszter, emoji: '🙏' },
        },
        { by: bence, daysAgo: 1, at: 15, text: 'Kicseréltem a szűrőt a tejhűtőn.' },
      ],
    },
    now,
  )
}
