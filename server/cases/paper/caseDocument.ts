/** What `case.typ` prints. Every text is ready in the reader's language. */
import type { Locale } from '#shared/lib/language.ts'
import { type Template, templateAt } from '../../lib/pdf/template.ts'

export type CaseDocument = {
  language: Locale
  direction: 'ltr' | 'rtl'
  labels: Record<'page' | 'reported' | 'messages' | 'not_answered', string>
  company: string
  title: string
  number: string
  /** How it stands, who reported as what they are in, its days, and what is not printed. */
  about: string[]
  lines: { heading: boolean; question: string; answer: string | null; note: string | null }[]
  messages: { who: string; text: string }[]
}

export const caseTemplate: Template<CaseDocument> = templateAt(new URL('./case.typ', import.meta.url))
