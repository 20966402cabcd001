/**
 * What people of the demo said to each other in twelve weeks, in two languages: in pairs, and one group for each team.
 * By the calls of everybody.
 */
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Locale } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { writeUploads } from '../../files/commands.ts'
import { files } from '../../files/table.ts'
import type { Context, Services, Upload } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { previewOf } from '../../lib/files/picture.ts'
import { openConversation } from '../../messaging/conversations.ts'
import { postMessage } from '../../messaging/post.ts'
import { acknowledge, react, sendSubmission } from '../../messaging/reactions.ts'
import { readUpTo } from '../../messaging/reading.ts'
import { submissions } from '../../submissions/table.ts'
import { contextAt, type Filling } from './acting.ts'

const hour = 3600_000
const minute = 60_000

/** Who says what, how many days ago and at which hour. */
type Line = {
  by: number
  daysAgo: number
  at: number
  text: string
  locale?: Locale
  isUrgent?: boolean
  reaction?: { by: number; emoji: string }
  /** The latest submission that has a score as a card, or a photo. */
  shows?: 'submission' | 'photo'
}

type Talk = { companyId: number; people: number[]; title: string | null; locale: Locale; lines: Line[] }

/**
 * One conversation with all that was said in it; everybody has read all but the last line, which is new to the others.
 * The first of the people is a manager.
 */
async function talk({ db, services, now }: Filling, { companyId, people, title, locale, lines }: Talk): Promise<void> {
  const as = (userId: number, at: Date, uploads: Upload[] = [], language = locale): Context => {
    const roleId = userId === people[0] ? roles.manager : roles.employee
    return contextAt({ db, services, now }, { userId, companyId, roleId, locale: language }, at, uploads)
  }
  const timeOf = ({ daysAgo, at }: Line) => new Date(now.getTime() - daysAgo * 24 * hour - (24 - at) * hour * 0.25)
  const later = (line: Line, minutes: number) => new Date(timeOf(line).getTime() + minutes * minute)
  const [first] = lines
  if (!first) return
  const userIds = people.filter(id => id !== first.by)
  const group = title === null ? { type: 'private' as const } : { type: 'group' as const, title }
  const opening = as(first.by, timeOf(first))
  const id = await openConversation(opening, { ...group, userIds })
  for (const line of lines) {
    const at = timeOf(line)
    const uploads = line.shows === 'photo' ? await photoOf(db, services, companyId) : []
    const ctx = as(line.by, at, uploads, line.locale)
    await writeUploads(ctx, companyId)
    const card = line.shows === 'submission' ? await latestSubmission(db, companyId) : undefined
    const said =
      card === undefined
        ? await postMessage(ctx, id, { messageText: line.text, isUrgent: line.isUrgent, at })
        : await sendSubmission(ctx, card, { conversationId: id, messageText: line.text, at })
    const others = people.filter(person => person !== line.by)
    if (line.reaction) await react(as(line.reaction.by, later(line, 2)), said.id, line.reaction.emoji, true)
    for (const person of line.isUrgent ? others : []) await acknowledge(as(person, later(line, 4)), said.id)
    for (const person of line === lines.at(-1) ? [] : others) await readUpTo(as(person, later(line, 9)), id, said.id)
  }
}

async function latestSubmission(db: Database, companyId: number): Promise<number | undefined> {
  const [submission] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.companyId, companyId),
        eq(submissions.status, 'complete'),
        isNotNull(submissions.scorePercent),
      ),
    )
    .orderBy(desc(submissions.completedAt))
    .limit(1)
  return submission?.id
}

/** A photo of the farm's last days once more, as it would be sent. */
async function photoOf(db: Database, { storage }: Services, companyId: number): Promise<Upload[]> {
  const [photo] = await db
    .select()
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.contentType, 'image/jpeg')))
    .orderBy(desc(files.id))
    .limit(1)
  if (!photo) return []
  const { contentType, width, height, sha256 } = photo
  const content = await storage.read(photo.path)
  const document = { content, contentType, extension: 'jpg', width, height } as Upload
  return [{ ...document, name: 'barn.jpg', sentSha256: sha256, preview: await previewOf(content, 'demo') }]
}

/** Maya, Tom and Farid of Greenfield. */
export async function talkAtGreenfield(
  filling: Filling,
  companyId: number,
  { maya, tom, farid }: Record<'maya' | 'tom' | 'farid', number>,
): Promise<void> {
  await talk(filling, {
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
  })
  await talk(filling, {
    ...{ companyId, people: [maya, farid], title: null, locale: 'en' },
    lines: [
      { by: maya, daysAgo: 30, at: 9, text: 'Farid, can you do the transport on Thursday?' },
      { by: farid, daysAgo: 30, at: 10, text: 'نعم، سأكون هناك في السابعة صباحًا.', locale: 'ar' },
      { by: maya, daysAgo: 30, at: 10, text: 'شكرًا. The lorry is checked.', reaction: { by: farid, emoji: '🙏' } },
      { by: farid, daysAgo: 2, at: 15, text: 'الطبيب البيطري يأتي غدًا لفحص الأبقار.', locale: 'ar' },
    ],
  })
}

/** Eszter and Bence of Riverside. */
export async function talkAtRiverside(
  filling: Filling,
  companyId: number,
  { eszter, bence }: Record<'eszter' | 'bence', number>,
): Promise<void> {
  await talk(filling, {
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
  })
}

/** Heike and Jonas of Kramer. */
export async function talkAtKramer(
  filling: Filling,
  companyId: number,
  { heike, jonas }: Record<'heike' | 'jonas', number>,
): Promise<void> {
  await talk(filling, {
    ...{ companyId, people: [heike, jonas], title: 'Touren', locale: 'de' },
    lines: [
      { by: heike, daysAgo: 80, at: 7, text: 'Guten Morgen! Den Rundgang bitte ab heute vor jeder ersten Fahrt.' },
      { by: jonas, daysAgo: 80, at: 8, text: 'Mache ich. Am Anhänger fehlt ein Rückstrahler.' },
      { by: heike, daysAgo: 41, at: 15, text: 'Morgen über 30 °C: Abfahrt schon um vier.', isUrgent: true },
      { by: jonas, daysAgo: 41, at: 16, text: 'Alles klar.', reaction: { by: heike, emoji: '👍' } },
      { by: jonas, daysAgo: 9, at: 17, text: 'So sieht der Anhänger nach dem Waschen aus.', shows: 'photo' },
      { by: heike, daysAgo: 1, at: 9, text: 'Die Hauptuntersuchung läuft bald ab. Wann passt es Ihnen?' },
    ],
  })
}

/** Claire and Hugo of Bellerive. */
export async function talkAtBellerive(
  filling: Filling,
  companyId: number,
  { claire, hugo }: Record<'claire' | 'hugo', number>,
): Promise<void> {
  await talk(filling, {
    ...{ companyId, people: [claire, hugo], title: 'Atelier', locale: 'fr' },
    lines: [
      { by: claire, daysAgo: 78, at: 8, text: 'Bonjour, on contrôle deux machines chaque semaine.' },
      { by: hugo, daysAgo: 78, at: 9, text: 'D’accord, je commence par le tour.' },
      {
        by: hugo,
        daysAgo: 30,
        at: 11,
        text: 'Le capot de la scie tient de nouveau.',
        reaction: { by: claire, emoji: '👏' },
      },
      { by: claire, daysAgo: 2, at: 10, text: 'Voici le dernier contrôle :', shows: 'submission' },
      { by: hugo, daysAgo: 1, at: 16, text: 'Les lunettes arrivent jeudi.' },
    ],
  })
}
