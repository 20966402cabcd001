import type { GuideCategory } from '#shared/guides/categories.ts'
import { guideWords } from '#shared/guides/guideText.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import { guideReadings, guides, guideVersions } from '../../guides/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { guideTexts } from './guideTexts.ts'
import type { Crew } from './history.ts'

const byLocale = (text: (locale: Locale) => string) =>
  Object.fromEntries(locales.map(locale => [locale, text(locale)])) as Record<Locale, string>

/**
 * The guides that a farm reads, published at its start; the first worker has confirmed the first of them. Returns their ids, by category.
 */
export async function seedGuides(db: Database, { companyId, managerId, workerIds, language }: Crew, at: Date) {
  const ids = new Map<GuideCategory, number>()
  for (const [position, { category, mustRead, forGuests, texts }] of guideTexts.entries()) {
    const title = byLocale(locale => texts[locale][0])
    const body = byLocale(locale => texts[locale][1])
    const draft = { title, body, default_language: language, stale_languages: [] }
    const [guide] = await db
      .insert(guides)
      .values({
        ...{ companyId, title, category, position, draft, mustRead, forGuests },
        words: byLocale(locale => guideWords(body[locale])),
        status: 'published',
        version: 1,
        publishedAt: at,
        hasUnpublishedChanges: false,
        ownerId: managerId,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: guides.id })
    if (!guide) throw new Error('The guide was not stored.')
    ids.set(category, guide.id)
    const version = { companyId, guideId: guide.id }
    await db
      .insert(guideVersions)
      .values({ ...version, number: 1, content: draft, publishedBy: managerId, publishedAt: at })
    const [reader] = workerIds
    if (mustRead && position === 0 && reader)
      await db.insert(guideReadings).values({ ...version, version: 1, userId: reader, confirmedAt: at })
  }
  return ids
}
