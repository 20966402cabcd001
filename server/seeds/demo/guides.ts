import { and, eq, inArray } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { guideWords } from '#shared/guides/guideText.ts'
import type { GuideCategory } from '#shared/guides/rules.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { takeReadyGuides } from '../../guides/ready/commands.ts'
import { guideApprovals, guideReadings, guides, guideVersions } from '../../guides/table.ts'
import { listGuideTemplates } from '../../guides/templates.ts'
import { Preparation } from '../../lib/concurrency/preparation.ts'
import type { Services } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { contextFor } from '../../lib/jobs/inCompany.ts'
import { guideTexts } from './guideTexts.ts'
import type { Crew } from './history.ts'

const byLocale = (text: (locale: Locale) => string) =>
  Object.fromEntries(locales.map(locale => [locale, text(locale)])) as Record<Locale, string>

type Written = {
  category: GuideCategory
  mustRead: boolean
  forGuests: boolean
  texts: Record<Locale, [title: string, body: string]>
}

/** Ready guides that everybody on the farm must read. */
const required = [
  'score-lameness',
  'score-body-condition',
  'score-tail-damage',
  'score-feather-damage',
  'fitness-for-transport',
  'machine-checks',
]

/**
 * The guides that a farm reads, published at its start; the first worker has confirmed the first of them. The ready
 * ones are among them. Returns the ids of the farm's own, by category.
 */
export async function seedGuides(db: Database, services: Services, crew: Crew, at: Date) {
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
  await seedReadyGuides(
    db,
    services,
    crew,
    listGuideTemplates().map(({ key }) => key),
    at,
  )
  await requireReading(db, crew, at)
  return ids
}

/** The company's copies of ready guides, taken by the manager. */
export async function seedReadyGuides(
  db: Database,
  services: Services,
  { companyId, managerId, language }: Crew,
  keys: string[],
  at: Date,
): Promise<void> {
  const actor = actorOf(managerId, companyId, roles.manager)
  const known = { actor, ability: abilityOf(actor), db, now: at, locale: language, preparation: new Preparation() }
  await takeReadyGuides(contextFor({ ...known, writes: true, services }), keys)
}

/** Some ready guides must be read; a worker has checked them, and the manager has approved them. */
async function requireReading(db: Database, { companyId, managerId, workerIds }: Crew, at: Date): Promise<void> {
  const checkerIds = workerIds.slice(0, 1)
  const rows = await db
    .update(guides)
    .set({ mustRead: true, checkerIds, approverIds: [managerId] })
    .where(and(eq(guides.companyId, companyId), inArray(guides.templateKey, required)))
    .returning({ id: guides.id })
  for (const { id: guideId } of rows) {
    const version = { companyId, guideId, version: 1, approvedAt: at }
    await db
      .insert(guideApprovals)
      .values([
        ...checkerIds.map(userId => ({ ...version, step: 'checked' as const, userId })),
        { ...version, step: 'approved', userId: managerId },
      ])
  }
  await db
    .update(guides)
    .set({ forGuests: true })
    .where(and(eq(guides.companyId, companyId), eq(guides.templateKey, 'fitness-for-transport')))
}

/** One guide of the farm's own, published. */
async function seedGuide(db: Database, crew: Crew, guide: Written, position: number, at: Date): Promise<number> {
  const { companyId, managerId, language } = crew
  const { category, mustRead, forGuests, texts } = guide
  const title = byLocale(locale => texts[locale][0])
  const body = byLocale(locale => texts[locale][1])
  const draft = { title, body, default_language: language, stale_languages: [] }
  const [row] = await db
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
  if (!row) throw new Error('The guide was not stored.')
  const version = { companyId, guideId: row.id }
  await db
    .insert(guideVersions)
    .values({ ...version, number: 1, content: draft, publishedBy: managerId, publishedAt: at })
  return row.id
}
