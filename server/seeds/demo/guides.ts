import { guideWords } from '#shared/guides/guideText.ts'
import type { GuideCategory } from '#shared/guides/rules.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import { guideApprovals, guideFiles, guideReadings, guides, guideVersions } from '../../guides/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { Storage } from '../../lib/files/storage.ts'
import { type Drawing, seedDrawing } from './areaDrawings.ts'
import { areaGuides } from './areaGuides.ts'
import { guideTexts } from './guideTexts.ts'
import type { Crew } from './history.ts'

const byLocale = (text: (locale: Locale) => string) =>
  Object.fromEntries(locales.map(locale => [locale, text(locale)])) as Record<Locale, string>

type Written = {
  category: GuideCategory
  mustRead: boolean
  forGuests: boolean
  texts: Record<Locale, [title: string, body: string, ...more: string[]]>
  drawing?: Drawing
}

/**
 * The guides that a farm reads, published at its start; the first worker has confirmed the first of them. Those of the
 * areas come with their drawings, checked and approved. Returns their ids, by category.
 */
export async function seedGuides(db: Database, storage: Storage, crew: Crew, at: Date) {
  const ids = new Map<GuideCategory, number>()
  for (const [position, guide] of guideTexts.entries()) {
    const id = await seedGuide(db, crew, guide, position, at)
    ids.set(guide.category, id)
    const [reader] = crew.workerIds
    if (guide.mustRead && position === 0 && reader)
      await db
        .insert(guideReadings)
        .values({ companyId: crew.companyId, guideId: id, version: 1, userId: reader, confirmedAt: at })
  }
  for (const [index, area] of areaGuides.entries()) {
    const drawing = await seedDrawing(db, storage, crew, area, at)
    const texts = mapTexts(area.texts, drawing)
    const written = {
      category: area.category,
      mustRead: true,
      forGuests: area.category === 'transport',
      texts,
      drawing,
    }
    await seedGuide(db, crew, written, guideTexts.length + index, at)
  }
  return ids
}

const mapTexts = (texts: Record<Locale, [string, string, string]>, { path }: Drawing) =>
  Object.fromEntries(
    Object.entries(texts).map(([locale, [title, body, shown]]) => [
      locale,
      [title, body.replace('{drawing}', `![${shown}](/storage/${path})`)],
    ]),
  ) as Record<Locale, [string, string]>

/** One guide, published; with a drawing it was checked by a worker and approved by the manager before. */
async function seedGuide(db: Database, crew: Crew, guide: Written, position: number, at: Date): Promise<number> {
  const { companyId, managerId, workerIds, language } = crew
  const { category, mustRead, forGuests, texts, drawing } = guide
  const title = byLocale(locale => texts[locale][0])
  const body = byLocale(locale => texts[locale][1])
  const draft = { title, body, default_language: language, stale_languages: [] }
  const named = drawing ? { checkerIds: workerIds.slice(0, 1), approverIds: [managerId] } : {}
  const [row] = await db
    .insert(guides)
    .values({
      ...{ companyId, title, category, position, draft, mustRead, forGuests, ...named },
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
  if (!row) throw new Error('The guide was not stored.')
  const version = { companyId, guideId: row.id }
  await db
    .insert(guideVersions)
    .values({ ...version, number: 1, content: draft, publishedBy: managerId, publishedAt: at })
  if (!drawing) return row.id
  await db.insert(guideFiles).values({ ...version, fileId: drawing.id })
  await db
    .insert(guideApprovals)
    .values([
      ...workerIds
        .slice(0, 1)
        .map(userId => ({ ...version, version: 1, step: 'checked' as const, userId, approvedAt: at })),
      { ...version, version: 1, step: 'approved', userId: managerId, approvedAt: at },
    ])
  return row.id
}
