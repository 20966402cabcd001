import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Guide, GuideDetail, GuideReader, GuideVersion, ManagedGuide } from '#shared/guides/contract.ts'
import { type GuideCategory, guideCategories } from '#shared/guides/rules.ts'
import { wire } from '#shared/lib/casing.ts'
import type { Locale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { users } from '../accounts/table.ts'
import { todayIn } from '../companies/queries.ts'
import { files } from '../files/table.ts'
import { type Context, locksFor, permitted } from '../lib/context.ts'
import { textFor } from '../lib/db/localized.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import {
  among,
  archivedOrNot,
  contains,
  counted,
  matching,
  one,
  orderBy,
  pageOf,
  slice,
  totalOf,
} from '../lib/registers/listing.ts'
import { approvalsOf, approvalsOfDraft } from './approvalQueries.ts'
import { audienceOf, confirmedVersion, countConfirmed, countReaders, isDue } from './audience.ts'
import { guideFiles, guideReadings, guides, guideVersions } from './table.ts'

export type GuideRow = typeof guides.$inferSelect

/**
 * The guide if the actor may do this with it; a Problem that does not tell which otherwise. Locks it for changes.
 */
export async function accessGuide(
  ctx: Pick<Context, 'db' | 'ability' | 'writes'>,
  id: number,
  action: string,
): Promise<GuideRow> {
  const query = ctx.db.select().from(guides).where(eq(guides.id, id))
  const [guide] = await (locksFor(ctx, action) ? query.for('update') : query)
  return permitted(ctx, action, 'Guide', guide)
}

const defaultLanguage = sql<Locale>`${guides.draft} ->> 'default_language'`
const titleFor = (locale: Locale) => textFor(guides.title, locale, defaultLanguage)
/** In the words that the reader sees: theirs, or those of the language that is shown instead. */
const found = (search: string | undefined, locale: Locale) =>
  contains(search, titleFor(locale), textFor(guides.words, locale, defaultLanguage))

const { draft, words: _, ...shown } = getTableColumns(guides)
const columnsFor = (ctx: Context) => ({
  ...shown,
  defaultLanguage,
  confirmedVersion: confirmedVersion(ctx.actor.id),
  isDue: isDue(ctx.actor),
  // About 1,000 letters a minute.
  minutes: sql<number>`greatest(1, round(length(${textFor(guides.words, ctx.locale, defaultLanguage)}) / 1000.0))::int`,
})

const byCategory = sql`array_position(${sql.raw(`array[${guideCategories.map(one => `'${one}'`).join(',')}]`)},
  ${guides.category})`

type ListQuery = {
  page: number
  perPage: number
  search?: string | undefined
  category?: GuideCategory | undefined
  mustRead?: boolean | undefined
}

/** What the actor may read: what they still have to confirm first, then by category and place in it. */
export function listGuides(
  ctx: Context,
  {
    page,
    perPage,
    search,
    isDue: wanted,
    only,
    ...filters
  }: ListQuery & { isDue?: boolean | undefined; only?: number[] },
) {
  const due = isDue(ctx.actor)
  const where = and(
    accessible(ctx.ability, 'read', 'Guide', guides),
    eq(guides.status, 'published'),
    isNull(guides.archivedAt),
    found(search, ctx.locale),
    only && inArray(guides.id, only),
    matching(guides, filters),
    wanted === undefined ? undefined : sql`${due} = ${wanted}`,
  )
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select(columnsFor(ctx))
        .from(guides)
        .where(where)
        .orderBy(desc(due), byCategory, asc(guides.position), asc(titleFor(ctx.locale)), asc(guides.id))
        .limit(limit)
        .offset(offset),
      totals: totalOf(ctx.db, guides, where),
      present: (row): Guide => wire(row),
    },
  )
}

type ManagedQuery = ListQuery & {
  archived: boolean
  sort?: string | undefined
  status?: Guide['status'] | undefined
  ownerId?: number | undefined
  reviewDue?: boolean | undefined
  stage?: Guide['stage'] | undefined
}

/** All guides that the actor looks after, drafts too. */
export async function listManaged(
  { page, perPage, search, sort, archived, reviewDue, ...filters }: ManagedQuery,
  ctx: Context,
) {
  const today = reviewDue === undefined ? '' : await todayIn(ctx, ctx.actor.companyId ?? 0)
  const where = and(
    accessible(ctx.ability, 'update', 'Guide', guides),
    archivedOrNot(guides, archived),
    found(search, ctx.locale),
    matching(guides, filters),
    reviewDue === undefined
      ? undefined
      : reviewDue
        ? lte(guides.reviewOn, today)
        : or(isNull(guides.reviewOn), sql`${guides.reviewOn} > ${today}`),
    among(ctx, guides.id),
  )
  const { limit, offset } = slice({ page, perPage })
  const order = managedOrder(sort ?? 'title', ctx.locale)
  // Readers are counted for the guides of the page alone, however many come before it.
  const ofPage = ctx.db
    .select({ id: guides.id })
    .from(guides)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select({
          ...columnsFor(ctx),
          ownerName: users.name,
          confirmedCount: countConfirmed,
          readerCount: countReaders,
        })
        .from(guides)
        .leftJoin(users, eq(users.id, guides.ownerId))
        .where(inArray(guides.id, ofPage))
        .orderBy(...order),
      totals: totalOf(ctx.db, guides, where),
      present: (row): ManagedGuide => wire(row),
    },
  )
}

function managedOrder(sort: string, locale: Locale): SQL[] {
  if (sort === 'title') return [asc(titleFor(locale)), asc(guides.id)]
  if (sort === '-title') return [desc(titleFor(locale)), desc(guides.id)]
  return orderBy(guides, sort, 'updated_at')
}

/** The whole guide: what is published for everybody who may read it, the draft for those who may
 * change or approve it. */
export async function presentGuide(ctx: Context, { id }: { id: number }): Promise<GuideDetail> {
  const [row] = await ctx.db
    .select({ ...columnsFor(ctx), draft, ownerName: users.name })
    .from(guides)
    .leftJoin(users, eq(users.id, guides.ownerId))
    .where(eq(guides.id, id))
  if (!row) throw new Problem('not_found')
  const published = row.version === null ? undefined : await findVersion(ctx.db, row, row.version)
  const seesDraft = allows(ctx.ability, 'update', 'Guide', row) || allows(ctx.ability, 'approve', 'Guide', row)
  return {
    ...wire(row),
    draft: seesDraft ? row.draft : null,
    approvals: seesDraft ? await approvalsOfDraft(ctx.db, row) : [],
    published: published ?? null,
  }
}

type Named = Pick<GuideRow, 'id' | 'companyId'>

/** A published version by its number, if there is one. */
export async function findVersion(db: Database, guide: Named, wanted: number): Promise<GuideVersion | undefined> {
  const { number, publishedAt, content } = guideVersions
  const [version] = await db
    .select({ number, publishedAt, content, publishedByName: users.name })
    .from(guideVersions)
    .innerJoin(users, eq(users.id, guideVersions.publishedBy))
    .where(and(ofGuide(guide), eq(number, wanted)))
  return version && { ...wire(version), approvals: await approvalsOf(db, guide, wanted) }
}

/** The same; 404 when there is none. */
export async function requireVersion(db: Database, guide: Named, wanted: number): Promise<GuideVersion> {
  const version = await findVersion(db, guide, wanted)
  if (!version) throw new Problem('not_found')
  return version
}

const ofGuide = ({ companyId, id }: Named) => and(eq(guideVersions.companyId, companyId), eq(guideVersions.guideId, id))

/** The published versions of a guide, the newest first. */
export function listVersions(db: Database, guide: Named, paging: { page: number; perPage: number }) {
  const { number, publishedAt } = guideVersions
  const { limit, offset } = slice(paging)
  return pageOf(paging, {
    rows: db
      .select({
        number,
        publishedAt,
        publishedByName: users.name,
        languages: sql<
          Locale[]
        >`(select array_agg(key) from jsonb_each_text(${guideVersions.content} -> 'body') where value <> '')`,
      })
      .from(guideVersions)
      .innerJoin(users, eq(users.id, guideVersions.publishedBy))
      .where(ofGuide(guide))
      .orderBy(desc(number))
      .limit(limit)
      .offset(offset),
    totals: totalOf(db, guideVersions, ofGuide(guide)),
    present: row => wire({ ...row, languages: row.languages ?? [] }),
  })
}

type ReaderQuery = {
  page: number
  perPage: number
  search?: string | undefined
  version?: number | undefined
  hasConfirmed?: boolean | undefined
}

/** Whom a guide is for, and when they confirmed the version that holds, or another one that is asked for. */
export function listReaders({ db, locale }: Context, guide: GuideRow, query: ReaderQuery) {
  const version = query.version ?? guide.version ?? 0
  const where = and(
    audienceOf(guide),
    contains(query.search, users.name),
    query.hasConfirmed === undefined
      ? undefined
      : query.hasConfirmed
        ? isNotNull(guideReadings.confirmedAt)
        : isNull(guideReadings.confirmedAt),
  )
  const reading = and(
    eq(guideReadings.companyId, guide.companyId),
    eq(guideReadings.guideId, guide.id),
    eq(guideReadings.userId, users.id),
    eq(guideReadings.version, version),
  )
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: db
      .select({ userId: users.id, name: users.name, confirmedAt: guideReadings.confirmedAt })
      .from(users)
      .leftJoin(guideReadings, reading)
      .where(where)
      .orderBy(asc(alphabetical(users.name, locale)), asc(users.id))
      .limit(limit)
      .offset(offset),
    totals: counted(db, db.select(one).from(users).leftJoin(guideReadings, reading).where(where)),
    present: (row): GuideReader => wire(row),
  })
}

/** Which of these paths are of files of the guide; the others are nobody's to print with it. */
export async function ownPaths(
  { db }: Pick<Context, 'db'>,
  guide: { id: number; companyId: number },
  paths: string[],
): Promise<string[]> {
  if (paths.length === 0) return []
  const rows = await db
    .select({ path: files.path })
    .from(guideFiles)
    .innerJoin(files, and(eq(files.companyId, guideFiles.companyId), eq(files.id, guideFiles.fileId)))
    .where(and(eq(guideFiles.companyId, guide.companyId), eq(guideFiles.guideId, guide.id), inArray(files.path, paths)))
  return rows.map(({ path }) => path)
}
