import { isDeepStrictEqual } from 'node:util'
import { type Guide, type GuideBody, type GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { cleanGuideText, cleanGuideTitle, guideWords } from '#shared/guides/guideText.ts'
import { snakeCase } from '#shared/lib/casing.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { changesIn } from '../audit/commands.ts'
import { findCompanyRole } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import {
  broadcastToPeople,
  broadcastToReaders,
  forgetApprovals,
  note,
  requireApproved,
  requireRevision,
  revise,
  stageWith,
} from './approvals.ts'
import { keepNamedFiles } from './files.ts'
import { type GuideRow, presentGuide, requireVersion } from './queries.ts'
import { askToRead } from './reminding.ts'
import { guideReadings, guides, guideVersions } from './table.ts'

type Settings = {
  category: Guide['category']
  position: number
  readerRoleIds: number[] | null
  forGuests: boolean
  mustRead: boolean
  ownerId: number | null
  reviewOn: string | null
  readerIds: number[]
  checkerIds: number[]
  approverIds: number[]
  templateKey: string | null
}
type Texts = { title: LocalizedText; body: GuideBody; defaultLanguage: Locale }
type Optional<T> = { [Name in keyof T]?: T[Name] | undefined }
type Changes = Optional<Settings & Texts>

/** A draft, for everybody who works here until somebody says otherwise. */
export async function createGuide({ title, body, defaultLanguage, ...settings }: Changes, ctx: Context) {
  const companyId = companyOf(ctx)
  const empty: GuideContent = {
    title: {},
    body: {},
    default_language: defaultLanguage ?? ctx.locale,
    stale_languages: [],
  }
  const draft = { ...(await withTexts(empty, { title, body })), stale_languages: [] }
  await requirePeople(ctx, companyId, settings)
  requireTitle(draft)
  const [guide] = await ctx.db
    .insert(guides)
    .values({
      ownerId: ctx.actor.id,
      ...settings,
      category: settings.category ?? 'other',
      companyId,
      draft,
      ...(await listed(draft)),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  if (!guide) throw new Error('The guide was not stored.')
  await keepNamedFiles(ctx, guide, draft)
  await note(ctx, 'guide.created', guide)
  await broadcastToReaders(ctx, guide)
  return presentGuide(ctx, guide)
}

/** Changes the draft, and at once whom the guide is for; what is read stays the published version. */
export async function updateGuide(ctx: Context, guide: GuideRow, changes: Changes, expected?: number) {
  await requireRevision(ctx, guide, expected)
  const { title, body, defaultLanguage, ...settings } = changes
  const draft = await withTexts(guide.draft, { title, body, defaultLanguage })
  await requirePeople(ctx, guide.companyId, settings)
  requireTitle(draft)
  await keepNamedFiles(ctx, guide, draft)
  // A draft is kept at every pause of who writes it; it counts when it is published.
  const changedSettings = changesIn(guide, settings)
  if (Object.keys(changedSettings).length > 0) await note(ctx, 'guide.updated', guide, changedSettings)
  const changed = await draftChanges(ctx, guide, draft)
  await askThoseAdded(ctx, guide, settings)
  const { checkerIds = guide.checkerIds, approverIds = guide.approverIds } = settings
  return revise(ctx, guide, {
    ...settings,
    ...changed,
    stage: await stageWith(ctx, { ...guide, checkerIds, approverIds }),
  })
}

/** Tells those who must read it from now on, of a guide that became a must or is for more people. */
async function askThoseAdded(ctx: Context, guide: GuideRow, settings: Optional<Settings>): Promise<void> {
  const { mustRead = guide.mustRead, readerRoleIds = guide.readerRoleIds, readerIds = guide.readerIds } = settings
  const [before, now] = [
    [guide.mustRead, guide.readerRoleIds, guide.readerIds],
    [mustRead, readerRoleIds, readerIds],
  ]
  if (!isDeepStrictEqual(before, now)) await askToRead(ctx, { ...guide, mustRead, readerRoleIds, readerIds })
}

/**
 * Makes the draft the version that is read from now on. Without changes there is no new version, so a repeated call is
 * harmless.
 */
export async function publishGuide(ctx: Context, guide: GuideRow, expected?: number) {
  await requireRevision(ctx, guide, expected)
  requireBody(guide.draft)
  if (!guide.hasUnpublishedChanges) return presentGuide(ctx, guide)
  await requireApproved(ctx, guide)
  const version = (guide.version ?? 0) + 1
  await ctx.db.insert(guideVersions).values({
    companyId: guide.companyId,
    guideId: guide.id,
    number: version,
    content: guide.draft,
    publishedBy: ctx.actor.id,
    publishedAt: ctx.now,
  })
  await note(ctx, 'guide.published', guide, { version })
  const texts = await listed(guide.draft)
  const published = await revise(ctx, guide, {
    askedIds: [],
    version,
    status: 'published',
    publishedAt: ctx.now,
    hasUnpublishedChanges: false,
    stage: 'draft',
    ...texts,
  })
  await askToRead(ctx, { ...guide, version, status: 'published', title: texts.title, askedIds: [] })
  return published
}

/** Makes what a version says the draft. */
export async function restoreVersion(ctx: Context, guide: GuideRow, number: number, expected?: number) {
  await requireRevision(ctx, guide, expected)
  const { content } = await requireVersion(ctx.db, guide, number)
  await note(ctx, 'guide.version_restored', guide, { version: number })
  const changed = await draftChanges(ctx, guide, content)
  return revise(ctx, guide, { ...changed, stage: await stageWith(ctx, guide) })
}

/** Takes a guide out of the lists, or brings it back. */
export async function archiveGuide(ctx: Context, guide: GuideRow) {
  if (guide.archivedAt) return presentGuide(ctx, guide)
  await note(ctx, 'guide.archived', guide)
  return revise(ctx, guide, { archivedAt: ctx.now })
}
export async function restoreGuide(ctx: Context, guide: GuideRow) {
  if (!guide.archivedAt) return presentGuide(ctx, guide)
  await note(ctx, 'guide.restored', guide)
  return revise(ctx, guide, { archivedAt: null })
}

/** Somebody has read what is published. Said again, it is the first time that counts. */
export async function confirmReading(ctx: Context, guide: GuideRow, version: number) {
  if (guide.version !== version)
    throw new Problem('stale_revision', { data: GuideDetail.parse(await presentGuide(ctx, guide)) })
  const [confirmed] = await ctx.db
    .insert(guideReadings)
    .values({ companyId: guide.companyId, guideId: guide.id, version, userId: ctx.actor.id, confirmedAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (confirmed) {
    await note(ctx, 'guide.confirmed', guide, { version })
    const managers = await whoMay(ctx, 'update', 'Guide', guide)
    broadcastToPeople(ctx, guide, [...managers, ctx.actor.id])
  }
  return presentGuide(ctx, guide)
}

/** What lists and the search know of a guide. */
const listed = async ({ title, body }: GuideContent) => ({
  title,
  words: await mapTexts(body, guideWords),
})

/**
 * The columns that change with the draft; before a guide is published, lists call it what its draft does. What was
 * approved of other words is not approved any more.
 */
async function draftChanges(ctx: Context, guide: GuideRow, draft: GuideContent) {
  if (!isDeepStrictEqual(draft, guide.draft)) await forgetApprovals(ctx, guide)
  const published = guide.version === null ? undefined : await requireVersion(ctx.db, guide, guide.version)
  return {
    draft,
    hasUnpublishedChanges: !isDeepStrictEqual(draft, published?.content),
    ...(guide.version === null && (await listed(draft))),
  }
}

/**
 * A draft with other words, cleaned. Languages that did not change with the one that it is written in are older than
 * that from now on, until somebody writes in them.
 */
async function withTexts(
  draft: GuideContent,
  { title, body, defaultLanguage }: Optional<Texts>,
): Promise<GuideContent> {
  const next = {
    title: title ? await mapTexts(title, cleanGuideTitle) : draft.title,
    body: body ? await mapTexts(body, cleanGuideText) : draft.body,
    default_language: defaultLanguage ?? draft.default_language,
  }
  const isChanged = (language: Locale) =>
    (next.title[language] ?? '') !== (draft.title[language] ?? '') ||
    (next.body[language] ?? '') !== (draft.body[language] ?? '')
  const hasWords = (language: Locale) => Boolean(next.title[language] || next.body[language])
  const isOriginalChanged = isChanged(next.default_language)
  return {
    ...next,
    stale_languages: locales.filter(
      language =>
        language !== next.default_language &&
        hasWords(language) &&
        !isChanged(language) &&
        (isOriginalChanged || draft.stale_languages.includes(language)),
    ),
  }
}

const longText = 5_000

/** Language by language: five long ones after another would keep everybody else waiting. */
async function mapTexts<Texts extends LocalizedText | GuideBody>(
  texts: Texts,
  change: (text: string) => string,
): Promise<Texts> {
  const changed: [string, string][] = []
  for (const [language, text] of Object.entries(texts)) {
    changed.push([language, change(text)])
    if (text.length > longText) await new Promise(setImmediate)
  }
  return Object.fromEntries(changed) as Texts
}

/** A guide is found by its title, so it has one in its own language at least. */
function requireTitle({ title, default_language }: GuideContent): void {
  if (!title[default_language]?.trim()) throw invalidField(`title.${default_language}`, 'required')
}

function requireBody({ body, default_language }: GuideContent): void {
  if (!body[default_language]?.trim()) throw invalidField(`body.${default_language}`, 'required')
}

/** The owner, checkers and approvers of a guide, and people it names as its audience, are members of its company. */
async function requirePeople(ctx: Context, companyId: number, settings: Optional<Settings>): Promise<void> {
  const { ownerId, readerIds = [], checkerIds = [], approverIds = [] } = settings
  const isHere = async (id: number) => Boolean(await findCompanyRole(ctx.db, id, companyId))
  if (ownerId && !(await isHere(ownerId))) throw invalidField('owner_id', 'not_found')
  for (const [field, ids] of Object.entries({ readerIds, checkerIds, approverIds }))
    for (const id of ids) if (!(await isHere(id))) throw invalidField(snakeCase(field), 'not_found')
}
