/** Tells people of guides that they must read, and reminds those who have not. */
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { users } from '../accounts/table.ts'
import type { Context, Topic } from '../lib/context.ts'
import { notify } from '../notifications/commands.ts'
import { audienceOf } from './audience.ts'
import type { GuideRow } from './queries.ts'
import { guideReadings, guides } from './table.ts'

/** Notifies everybody who has not confirmed the published version, except the actor. Returns how many heard of it. */
export async function askToRead(ctx: Context, guide: GuideRow): Promise<number> {
  if (!guide.mustRead || guide.version === null || guide.status !== 'published' || guide.archivedAt) return 0
  const reading = and(
    ...[eq(guideReadings.companyId, guide.companyId), eq(guideReadings.guideId, guide.id)],
    ...[eq(guideReadings.userId, users.id), eq(guideReadings.version, guide.version)],
  )
  const people = await ctx.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(guideReadings, reading)
    .where(and(audienceOf({ ...guide, forGuests: false }), isNull(guideReadings.id), ne(users.id, ctx.actor.id)))
  return notify(
    ctx,
    guideToRead,
    people.map(({ id }) => id),
    { guideId: guide.id, titles: guide.title, language: guide.draft.default_language },
  )
}

const hourMs = 3_600_000

/** Reminds them once an hour at most. Returns how many heard of it. */
export async function remindReaders(ctx: Context, guide: GuideRow): Promise<{ reminded: number }> {
  if (guide.remindedAt && guide.remindedAt.getTime() > ctx.now.getTime() - hourMs) return { reminded: 0 }
  await ctx.db.update(guides).set({ remindedAt: ctx.now }).where(eq(guides.id, guide.id))
  return { reminded: await askToRead(ctx, guide) }
}

type ToRead = { guideId: number; titles: LocalizedText; language: GuideRow['draft']['default_language'] }

export const guideToRead: Topic<ToRead> = {
  name: 'guide.to_read',
  bell: ({ guideId, titles, language }) => ({
    values: { title: { title: textIn(titles, language, language).text, titles } },
    href: `/guides/${guideId}`,
    about: `guide ${guideId}`,
  }),
}
