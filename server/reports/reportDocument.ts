/** What `report.typ` prints. Every text is ready in the reader's language, every number as that language writes it. */
import { type Template, templateAt } from '../lib/pdf/template.ts'

/** As many as a page holds; on the screen there are more. */
export const maxPictures = 9

export type PaperTable = {
  head: string[]
  rows: string[][]
}
/** A bar of a chart: parts stand upon each other, in the order of the legend. */
export type PaperBars = { legend: string[]; bars: { name: string; parts: number[]; label: string }[] }

export type PaperPart = {
  title: string
  /** Lines under the title. */
  lines: string[]
  bars?: PaperBars
  tables: { title: string; line: string; table: PaperTable }[]
  heat?: { head: string[]; rows: { name: string; cells: { label: string; heat: number }[] }[] }
  pictures?: { name: string; caption: string; about?: string }[]
}

export type ReportDocument = {
  language: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  direction: 'ltr' | 'rtl'
  labels: { page: string; picture: string; picture_missing: string }
  company: string
  title: string
  sentence: string
  description: string
  /** The first page: what kind of document it is, and its facts: of which days and forms, made when and by whom. */
  cover: { kind: string; facts: { label: string; value: string }[] }
  /** What limits it: that it shows only what the reader may see, that it is of people without names. */
  notes: string[]
  /** In the foot of every page: of which days, counted when. */
  about: string[]
  numbers: { label: string; value: string; before: string }[]
  parts: PaperPart[]
}

export const reportTemplate: Template<ReportDocument> = templateAt(new URL('./report.typ', import.meta.url))

export const tableOf = (head: string[], rows: string[][]): PaperTable => ({ head, rows })
export const untitled = (table: PaperTable) => [{ title: '', line: '', table }]
