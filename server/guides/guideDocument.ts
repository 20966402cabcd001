/** What `guide.typ` prints. Every text is ready in the language that the guide is shown in. */
import type { Inline } from '#shared/lib/inlineMarkdown.ts'
import { type Template, templateAt } from '../lib/pdf/template.ts'

/** The words around the guide, in the reader's language. */
export const GUIDE_LABELS = ['page', 'version', 'step', 'at', 'by', 'history', 'picture_missing'] as const
type GuideLabel = (typeof GUIDE_LABELS)[number]

/** Words in a line, with how they are set. */
export type Run = { text: string; strong: boolean; emphasis: boolean; href: string | null }

export type PaperBlock =
  | { part: 'heading'; level: number; runs: Run[] }
  | { part: 'paragraph'; runs: Run[] }
  | { part: 'list'; items: { mark: string; runs: Run[] }[] }
  | { part: 'checklist'; items: { done: boolean; runs: Run[] }[] }
  | { part: 'note'; blocks: PaperBlock[] }
  | { part: 'table'; head: Run[][]; rows: Run[][][] }
  /** The name is that of the picture's bytes. */
  | { part: 'picture'; name: string; caption: string }
  | { part: 'file'; name: string }

export type GuideDocument = {
  language: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  direction: 'ltr' | 'rtl'
  labels: Record<GuideLabel, string>
  company: string
  title: string
  category: string
  /** Beneath the title: which version of when, and that it is another language than asked for or older than its original. */
  about: string[]
  blocks: PaperBlock[]
  /** Who checked, approved and published which version, the newest version first. */
  versions: { number: string; step: string; at: string; by: string }[]
}

export const guideTemplate: Template<GuideDocument> = templateAt(new URL('./guide.typ', import.meta.url))

/** Words with emphasis as runs that follow each other. */
export const runsOf = (parts: readonly Inline[], look: Omit<Run, 'text'> = plain): Run[] =>
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
