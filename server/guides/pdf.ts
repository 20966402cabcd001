import { eq } from 'drizzle-orm'
import type { GuideApproval } from '#shared/guides/contract.ts'
import { parseGuide } from '#shared/guides/guideText.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { directionOf } from '#shared/lib/language.ts'
import { nameIn, textIn } from '#shared/lib/localizedText.ts'
import { Problem } from '#shared/lib/problem.ts'
import { users } from '../accounts/table.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { Paper, Wanted } from '../documents/ports.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { approvalsOf, approvalsOfDraft, nextVersion } from './approvalQueries.ts'
import { GUIDE_LABELS, type GuideDocument, guideTemplate } from './guideDocument.ts'
import { paperBlock } from './paper.ts'
import { accessGuide, type GuideRow, listVersions, ownPaths, presentGuide } from './queries.ts'

/** Pictures of one document, together. */
const maxBytes = 64 * 1024 * 1024

/** So many of the latest versions stand in the table of who published them. */
const maxVersions = 10

/**
 * What is published as a PDF, in the language that the reader sees it in, with who checked, approved and published which version. Who may see the draft gets that
 * of a guide which was never published; for everybody else it is 404.
 */
export const guidePdf = async (ctx: Context, guide: GuideRow): Promise<FileAnswer> =>
  printedAtOnce(ctx, await guidePaper(ctx, guide))

/** The same for whoever asks by its number. */
export const paperOfGuide = async (
  _: Database,
  { ctx, kind, recordId }: Wanted & { ctx: Context },
): Promise<Paper | null> => (kind === 'guide' ? guidePaper(ctx, await accessGuide(ctx, recordId, 'read')) : null)

async function guidePaper(ctx: Context, guide: GuideRow): Promise<Paper<GuideDocument>> {
  const detail = await presentGuide(ctx, guide)
  const content = detail.published?.content ?? detail.draft
  if (!content) throw new Problem('not_found')
  const [company, [reader], versions] = await Promise.all([
    findCompany(ctx.db, guide.companyId),
    ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
    listVersions(ctx.db, guide, { page: 1, perPage: maxVersions }),
  ])
  const t = ctx.services.texts(ctx.locale)
  const formats = formatsOf(ctx.locale, reader?.timeZone ?? 'UTC')
  const shown = textIn(content.body, ctx.locale, content.default_language)
  const title = textIn(content.title, shown.language, content.default_language).text
  const { published } = detail
  const about = [
    published
      ? t('guides.paper.version', {
          version: formats.number(published.number),
          date: formats.date(published.published_at),
        })
      : t('guides.paper.draft'),
    detail.owner_name && t('guides.paper.owner', { name: detail.owner_name }),
    detail.review_on && t('guides.paper.review', { date: formats.date(`${detail.review_on}T12:00:00Z`) }),
    shown.language !== ctx.locale && t('guides.otherLanguage', { language: nameIn(ctx.locale, shown.language) }),
    shown.language !== content.default_language &&
      t('guides.paper.original', { language: nameIn(ctx.locale, content.default_language) }),
    content.stale_languages.includes(shown.language) && t('guides.stale'),
  ]
  const blocks = parseGuide(shown.text).map(paperBlock)
  const pictures = await ownPaths(
    ctx,
    guide,
    blocks.flatMap(block => (block.part === 'picture' ? [block.name] : [])),
  )
  const steps = [
    ...(published ? [] : (await approvalsOfDraft(ctx.db, guide)).map(one => stepOf(nextVersion(guide), one))),
    ...(await Promise.all(
      versions.data.map(async ({ number, published_at: at, published_by_name: by }) => [
        ...(await approvalsOf(ctx.db, guide, number)).map(one => stepOf(number, one)),
        { version: number, step: 'published' as const, at, by },
      ]),
    ).then(all => all.flat())),
  ]
  const document: GuideDocument = {
    language: shown.language,
    direction: directionOf(shown.language),
    labels: Object.fromEntries(
      GUIDE_LABELS.map(label => [label, t(`guides.paper.labels.${label}`)]),
    ) as GuideDocument['labels'],
    company: company?.name ?? '',
    title,
    category: t(`guides.categories.${detail.category}`),
    about: about.filter(line => typeof line === 'string'),
    blocks,
    versions: steps.map(({ version, step, at, by }) => ({
      number: formats.number(version),
      step: t(`guides.step.${step}`),
      at: at ? formats.date(at) : '–',
      by,
    })),
  }
  return {
    ...{ kind: 'guide', companyId: guide.companyId, recordId: guide.id, version: published?.number ?? null },
    ...{ template: guideTemplate, data: document, maxBytes },
    pictures: { ...Object.fromEntries(pictures.map(path => [path, path])), ...logoPathForDocument(company) },
    filename: filenameOf(title, '.pdf'),
  }
}

const stepOf = (version: number, { step, approved_at: at, name: by }: GuideApproval) => ({ version, step, at, by })
