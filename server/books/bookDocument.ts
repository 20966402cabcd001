/** What `book.typ` prints. Every text is ready in the reader's language. */
import type { Locale } from '#shared/lib/language.ts'
import { type Template, templateAt } from '../lib/pdf/template.ts'

export type BookDocument = {
  language: Locale
  direction: 'ltr' | 'rtl'
  /** With {page} and {pages}. */
  page: string
  company: string
  title: string
  /** The days, the place, how many lines, for how long it is kept, and when this was made. */
  about: string[]
  columns: string[]
  rows: string[][]
}

export const bookTemplate: Template<BookDocument> = templateAt(new URL('./book.typ', import.meta.url))
