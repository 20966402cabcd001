/** What `sheet.typ` prints. Every text is ready in the reader's language. */
import type { Locale } from '#shared/lib/language.ts'
import { type Template, templateAt } from '../../lib/pdf/template.ts'

export const SHEET_LABELS = ['page', 'due', 'what', 'done'] as const
type SheetLabel = (typeof SHEET_LABELS)[number]

/** One thing to do: until when, what, and about what; `is_late` where its time was over when the sheet was made. */
export type SheetRow = { due: string; title: string; about: string; is_late: boolean }

export type SheetDocument = {
  language: Locale
  direction: 'ltr' | 'rtl'
  labels: Record<SheetLabel, string>
  company: string
  title: string
  day: string
  /** Beneath the day: how much there is, and of when this is. */
  about: string[]
  people: { name: string; rows: SheetRow[] }[]
}

export const sheetTemplate: Template<SheetDocument> = templateAt(new URL('./sheet.typ', import.meta.url))
