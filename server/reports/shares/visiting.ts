/** The calls of a visitor with a link. Each checks the link again, and its maker's right to the shared record. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import type { GuideBody } from '#shared/guides/contract.ts'
import { storedPathsIn } from '#shared/guides/guideText.ts'
import { actorOf } from '#shared/lib/actor.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Reach } from '#shared/lib/reach.ts'
import { PublicPinAsked } from '#shared/public-links/publicForm.ts'
import type { ReadableKind } from '#shared/shares/rules.ts'
import type { SharedPage } from '#shared/shares/sharedPage.ts'
import { users } from '../../accounts/table.ts'
import { type CompanyRow, findCompany, findCompanyRole } from '../../companies/queries.ts'
import { printedAtOnce } from '../../documents/commands.ts'
import { pdfSourceOf } from '../../documents/ports.ts'
import { ownPaths, presentGuide } from '../../guides/queries.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sharedAddress } from '../../lib/files/sendStored.ts'
import { dayAt } from '../../lib/localDays.ts'
import { anonymous, type Identity } from '../../lib/security/identity.ts'
import { requireLinkPin } from '../../public-links/visitors.ts'
import { submissionDocument } from '../../submissions/document/pdf.ts'
import { reportData } from '../data.ts'
import { accessReport, presentReport } from '../queries.ts'
import { accessShare, readThing, type SharedLink, type ShareRow, type Thing, thingOf } from './queries.ts'
import { shares } from './table.ts'

type Visit = { share: ShareRow; company: CompanyRow; sharer: string; reader: Context; thing: Thing }

/** The shared thing as its sharer may see it now. Throws what `visit` throws. */
export async function readShared(ctx: Context, link: SharedLink): Promise<{ page: SharedPage; visited: Visit }> {
  const visited = await visit(ctx, link)
  const { share, company, sharer, reader, thing } = visited
  const content = await shownOf(reader, thing, share)
  const page = {
    ...{ company_name: company.name, company_logo: company.logo, shared_by: sharer },
    expires_at: share.expiresAt.toISOString(),
    content,
  }
  return { page, visited }
}

/** Counts one who opened a shared page. */
export async function openShared(
  { db, now }: Context,
  { page, visited: { share, company } }: { page: SharedPage; visited: Visit },
): Promise<SharedPage> {
  await db
    .update(shares)
    .set({ opened: sql`${shares.opened} + 1`, openedOn: dayAt(now, company.timeZone) })
    .where(eq(shares.id, share.id))
  return page
}

/** The same as PDF. */
export async function sharedPdf(link: SharedLink, ctx: Context): Promise<FileAnswer> {
  const { reader, thing } = await visit(ctx, link)
  const sources = await pdfSourceOf.query(reader.db, { ctx: reader, kind: thing.kind, recordId: thing.id })
  const source = sources.find(found => found !== null)
  if (!source) throw new Problem('not_found')
  return printedAtOnce(reader, source)
}

/** As whom the files of a shared page are read. Throws 404 for a share that opens nothing any more. */
export async function identifySharer(
  db: Database,
  { shareId, now }: { shareId: number; now: Date },
): Promise<Identity> {
  const [share] = await db.select().from(shares).where(eq(shares.id, shareId))
  if (!share || share.revokedAt || share.expiresAt <= now) throw new Problem('not_found')
  const { actor } = await sharerOfShare(db, share)
  const ability = abilityOf(actor)
  // Files go with the page: they are shown for as long as it would be.
  await readThing({ db, ability, writes: false }, thingOf(share)).catch(onlyNotFound)
  return { ...anonymous, actor, ability }
}

/** Any refusal to show the thing is a link that opens nothing; a failure is one. */
function onlyNotFound(error: unknown): never {
  throw error instanceof Problem ? new Problem('not_found') : error
}

/**
 * Throws 404 for a link that opens nothing any more: its maker gone or without the right, what it opens archived; 410
 * for one that was taken back, and after its day; and what a missing or wrong PIN is.
 */
async function visit(ctx: Context, link: SharedLink): Promise<Visit> {
  const share = await accessShare(ctx, link)
  const [company, { actor, name }] = [await findCompany(ctx.db, share.companyId), await sharerOfShare(ctx.db, share)]
  if (!company) throw new Problem('not_found')
  if (share.expiresAt <= ctx.now) throw new Problem('public_link_expired')
  const data = PublicPinAsked.parse({ company_name: company.name, company_logo: company.logo })
  await requireLinkPin(ctx, { link: `share ${share.id}`, pinHash: share.pinHash, data })
  const reader: Context = { ...ctx, actor, ability: abilityOf(actor) }
  const thing = await readThing(reader, thingOf(share)).catch(onlyNotFound)
  return { share, company, sharer: name, reader, thing }
}

/** The company of a link, and what it shows at most: the reach of who made it. Throws what `accessShare` throws. */
export async function openedBy(
  ctx: Pick<Context, 'db' | 'services'>,
  link: SharedLink,
): Promise<{ companyId: number; reach: Reach | null }> {
  const { companyId, createdBy } = await accessShare(ctx, link)
  const place = await findCompanyRole(ctx.db, createdBy, companyId)
  return { companyId, reach: place ? place.reach : { locations: [], groups: [], vehicles: [] } }
}

/** The person who made the link, with their present rights. Throws 404 where they no longer work there. */
async function sharerOfShare(db: Database, { createdBy, companyId }: ShareRow) {
  const place = await findCompanyRole(db, createdBy, companyId)
  const [user] = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, createdBy), isNull(users.archivedAt)))
  if (!place || !user) throw new Problem('not_found')
  return { actor: actorOf(createdBy, companyId, place.roleId, place), name: user.name }
}

// The content of a shared page, by the kind of the shared thing.

type Content<Kind extends ReadableKind> = Extract<SharedPage['content'], { kind: Kind }>
type Share = { id: number }

/** The content for the holder of the link; the reader has the sharer's rights and may read the record. */
function shownOf(reader: Context, thing: Thing, share: Share): Promise<SharedPage['content']> {
  switch (thing.kind) {
    case 'report':
      return reportOf(reader, thing)
    case 'guide':
      return guideOf(reader, thing, share)
    case 'submission':
      return submissionOf(reader, thing, share)
  }
}

async function reportOf(reader: Context, { id }: Thing): Promise<Content<'report'>> {
  const row = await accessReport(reader, id, 'read')
  const [report, data] = [await presentReport(reader, row), await reportData(reader, row)]
  // Photos come with the PDF.
  return { kind: 'report', report, data: { ...data, photos: null } }
}

async function guideOf(reader: Context, thing: Thing, share: Share): Promise<Content<'guide'>> {
  const { published, category } = await presentGuide(reader, thing)
  if (!published) throw new Problem('not_found')
  const { content, number, published_at } = published
  const paths = await ownPaths(reader, thing, pathsIn(content.body))
  return {
    kind: 'guide',
    ...{ category, version: number, published_at, content },
    files: Object.fromEntries(paths.map(path => [path, addressOf(reader, share, path)])),
  }
}

const pathsIn = (body: GuideBody): string[] => [...new Set(Object.values(body).flatMap(text => storedPathsIn(text)))]

async function submissionOf(reader: Context, { id }: Thing, share: Share): Promise<Content<'submission'>> {
  const { document, pictures } = await submissionDocument(reader, id)
  const { form, person, completedAt, subjects, score, subjectStatus, findings, sections } = document
  const addressOfPicture = ({ name }: { name: string }) => {
    const path = pictures[name]
    return path === undefined ? null : addressOf(reader, share, path)
  }
  return {
    kind: 'submission',
    ...{ id, form, person, completed_at: completedAt, subjects, findings },
    score: score && {
      ...{ percent: score.percentText, band: score.band, band_label: score.bandLabel, points: score.points },
      ...(score.failed !== undefined && { failed: score.failed }),
    },
    status: subjectStatus ?? null,
    sections: sections.map(({ answers, ...section }) => ({
      ...section,
      answers: answers.map(({ pictures: shown = [], ...answer }) => ({
        ...answer,
        pictures: shown.map(addressOfPicture),
        captions: shown.map(({ caption = '' }) => caption),
      })),
    })),
  }
}

const addressOf = ({ services, now }: Context, { id }: Share, path: string): string =>
  sharedAddress(services, id, path, now)
