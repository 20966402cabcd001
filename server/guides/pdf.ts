import type { GuideApproval } from '#shared/guides/contract.ts'
import { type GuideBlock, parseGuide } from '#shared/guides/guideText.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import type { Inline } from '#shared/lib/inlineMarkdown.ts'
import { directionOf } from '#shared/lib/language.ts'
import { nameIn, textIn } from '#shared/lib/localizedText.ts'
import type { Block } from '#shared/lib/markdown.ts'
import { Problem } from '#shared/lib/problem.ts'
import { zoneOfPerson } from '../accounts/queries.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { PdfSource, Wanted } from '../documents/ports.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { type Template, templateAt } from '../lib/pdf/template.ts'
import { approvalsOf, approvalsOfDraft, nextVersion } from './approvalQueries.ts'
import { accessGuide, type GuideRow, listVersions, ownPaths, presentGuide } from './queries.ts'

/** Pictures of one document, together. */
const maxBytes = 64 * 1024 * 1024

/** The latest versions that the table of publications shows. */
const maxVersions = 10

/**
 * The published guide as a PDF in the reader's language, with who checked, approved and published which version.
 * Readers of the draft get the draft of a guide that was never published; for everybody else it is 404.
 */
export const guidePdf = async (ctx: Context, guide: GuideRow): Promise<FileAnswer> =>
  printedAtOnce(ctx, await guideSource(ctx, guide))

/** The same by the guide's number. */
export const guidePdfSource = async (
  _: Database,
  { ctx, kind, recordId }: Wanted & { ctx: Context },
): Promise<PdfSource | null> => (kind === 'guide' ? guideSource(ctx, await accessGuide(ctx, recordId, 'read')) : null)

async function guideSource(ctx: Context, guide: GuideRow): Promise<PdfSource<GuideDocument>> {
  const detail = await presentGuide(ctx, guide)
  const content = detail.published?.content ?? detail.draft
  if (!content) throw new Problem('not_found')
  const [company, timeZone, versions] = await Promise.all([
    findCompany(ctx.db, guide.companyId),
    zoneOfPerson(ctx.db, ctx.actor.id),
    listVersions(ctx.db, guide, { page: 1, perPage: maxVersions }),
  ])
  const t = ctx.services.texts(ctx.locale)
  const formats = formatsOf(ctx.locale, timeZone)
  const shown = textIn(content.body, ctx.locale, content.default_language)
  const title = textIn(content.title, shown.language, content.default_language).text
  const { published } = detail
  const about = [
    published
      ? t('guides.pdf.version', {
          version: formats.number(published.number),
          date: formats.date(published.published_at),
        })
      : t('guides.pdf.draft'),
    detail.owner_name && t('guides.pdf.owner', { name: detail.owner_name }),
    detail.review_on && t('guides.pdf.review', { date: formats.date(`${detail.review_on}T12:00:00Z`) }),
    shown.language !== ctx.locale && t('guides.otherLanguage', { language: nameIn(ctx.locale, shown.language) }),
    shown.language !== content.default_language &&
      t('guides.pdf.original', { language: nameIn(ctx.locale, content.default_language) }),
    content.stale_languages.includes(shown.language) && t('guides.stale'),
  ]
  const blocks = parseGuide(shown.text).map(printedBlock)
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
      GUIDE_LABELS.map(label => [label, t(`guides.pdf.labels.${label}`)]),
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

// What `guide.typ` prints. Every text is ready in the language that the guide is shown in.

/** The words around the guide, in the reader's language. */
export const GUIDE_LABELS = ['page', 'version', 'step', 'at', 'by', 'history', 'picture_missing'] as const
type GuideLabel = (typeof GUIDE_LABELS)[number]

/** Words in a line, with how they are set. */
type Run = { text: string; strong: boolean; emphasis: boolean; href: string | null }

type PrintedBlock =
  | { part: 'heading'; level: number; runs: Run[] }
  | { part: 'paragraph'; runs: Run[] }
  | { part: 'list'; items: { mark: string; runs: Run[] }[] }
  | { part: 'checklist'; items: { done: boolean; runs: Run[] }[] }
  | { part: 'note'; blocks: PrintedBlock[] }
  | { part: 'table'; head: Run[][]; rows: Run[][][] }
  /** The name is that of the picture's bytes. */
  | { part: 'picture'; name: string; caption: string }
  | { part: 'file'; name: string }

type GuideDocument = {
  language: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  direction: 'ltr' | 'rtl'
  labels: Record<GuideLabel, string>
  company: string
  title: string
  category: string
  /**
   * Beneath the title: which version of when, and that it is another language than asked for or older than its
   * original.
   */
  about: string[]
  blocks: PrintedBlock[]
  /** Who checked, approved and published which version, the newest version first. */
  versions: { number: string; step: string; at: string; by: string }[]
}

export const guideTemplate: Template<GuideDocument> = templateAt(new URL('./guide.typ', import.meta.url))

/** Words with emphasis as runs that follow each other. */
const runsOf = (parts: readonly Inline[], look: Omit<Run, 'text'> = plain): Run[] =>
  parts.flatMap(part => runsIn(part, look))

function runsIn(part: Inline, look: Omit<Run, 'text'>): Run[] {
  switch (part.kind) {
    case 'text':
      return [{ ...look, text: part.text }]
    case 'break':
      return [{ ...look, text: '\n' }]
    case 'strong':
      return runsOf(part.children, { ...look, strong: true })
    case 'emphasis':
      return runsOf(part.children, { ...look, emphasis: true })
    case 'link':
      return runsOf(part.children, { ...look, href: part.href })
  }
}

const plain = { strong: false, emphasis: false, href: null }

// A guide's text as what `guide.typ` prints.

function printedBlock(block: GuideBlock | Block): PrintedBlock {
  switch (block.kind) {
    case 'heading':
      return { part: 'heading', level: block.level, runs: runsOf(block.children) }
    case 'paragraph':
      return { part: 'paragraph', runs: runsOf(block.children) }
    case 'list':
      return {
        part: 'list',
        items: block.items.map((item, index) => ({ mark: block.marks[index] || '•', runs: runsOf(item) })),
      }
    case 'checklist':
      return {
        part: 'checklist',
        items: block.items.map(({ isDone, children }) => ({ done: isDone, runs: runsOf(children) })),
      }
    case 'note':
      return { part: 'note', blocks: block.blocks.map(printedBlock) }
    case 'table':
      return { part: 'table', head: block.head.map(cell), rows: block.rows.map(row => row.map(cell)) }
    case 'picture':
      return { part: 'picture', name: block.path, caption: block.description }
    case 'video':
    case 'file':
      return { part: 'file', name: block.name }
  }
}

const cell = (parts: Inline[]) => runsOf(parts)
