import { eq } from 'drizzle-orm'
import { type GuideBlock, parseGuide } from '#shared/guides/guideText.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { directionOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Block } from '#shared/lib/markdown.ts'
import { Problem } from '#shared/lib/problem.ts'
import { findCompany, logoForDocument } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { companyOrPlace } from '../lib/heavy/companyOrPlace.ts'
import { heavyWork } from '../lib/heavy/heavyWork.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import { users } from '../users/table.ts'
import { GUIDE_LABELS, type GuideDocument, guideTemplate, type PaperBlock, runsOf } from './guideDocument.ts'
import { type GuideRow, listVersions, presentGuide } from './queries.ts'

/** So many of the latest versions stand in the table of who published them. */
const mostVersions = 10

/**
 * What is published as a PDF, in the language that the reader sees it in, with who published which version. Who may see the draft gets that
 * of a guide which was never published; for everybody else it is 404.
 */
export async function guidePdf(ctx: Context, guide: GuideRow): Promise<FileAnswer> {
  const detail = await presentGuide(ctx, guide)
  const content = detail.published?.content ?? detail.draft
  if (!content) throw new Problem('not_found')
  const [company, [reader], versions] = await Promise.all([
    findCompany(ctx.db, guide.companyId),
    ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
    listVersions(ctx.db, guide, { page: 1, perPage: mostVersions }),
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
    content.stale_languages.includes(shown.language) && t('guides.stale'),
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
    blocks: parseGuide(shown.text).map(paperBlock),
    versions: versions.data.map(one => ({
      number: formats.number(one.number),
      at: formats.date(one.published_at),
      by: one.published_by_name,
    })),
  }
  const whose = companyOrPlace(ctx.actor, ctx.ip)
  return async () => ({
    content: await heavyWork('document', whose, async () =>
      renderPdf(guideTemplate, document, await logoForDocument(ctx.services.storage, company)),
    ),
    filename: `${title.replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()}.pdf`,
  })
}

function paperBlock(block: GuideBlock | Block): PaperBlock {
  switch (block.kind) {
    case 'heading':
      return { part: 'heading', level: block.level, runs: runsOf(block.children) }
    case 'paragraph':
      return { part: 'paragraph', runs: runsOf(block.children) }
    case 'list':
      return { part: 'list', ordered: block.isOrdered, items: block.items.map(item => runsOf(item)) }
    case 'checklist':
      return {
        part: 'checklist',
        items: block.items.map(({ isDone, children }) => ({ done: isDone, runs: runsOf(children) })),
      }
    case 'note':
      return { part: 'note', blocks: block.blocks.map(paperBlock) }
  }
}
