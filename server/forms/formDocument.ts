/** What `form.typ` prints: a form to fill in by hand. Every text is ready in the reader's language. */
import { type Template, templateAt } from '../lib/pdf/template.ts'

/** The words around the form, handed in by the caller. */
export const FORM_LABELS = [
  'name', // whoever fills it in: "Name"
  'date', // "Date"
  'subject', // what it is about: "About"
  'if_applies', // stands beside what depends on an answer: "Only if it applies"
  'row', // heads the numbers of the rows of a table: "No."
  'page', // "Page {page} of {pages}"
] as const

type FormLabel = (typeof FORM_LABELS)[number]

/** How an answer is given by hand. */
export type PaperAnswer =
  /** Boxes to tick, in a row when all are short. */
  | { kind: 'choices'; choices: string[]; square: boolean }
  /** A line, or several; `unit` stands behind it. */
  | { kind: 'line'; lines: number; unit?: string }
  /** A point between two ends. */
  | { kind: 'scale'; from: string; to: string; marks: string[] }
  /** Room for a signature or a picture. */
  | { kind: 'room'; height: number }
  | { kind: 'none' }

type PaperQuestion = {
  number: string
  question: string
  hint?: string
  isRequired: boolean
  /** It depends on other answers. */
  isConditional: boolean
  answer: PaperAnswer
}

export type PaperPart =
  | ({ part: 'question' } & PaperQuestion)
  | { part: 'heading'; text: string; isConditional: boolean }
  | { part: 'words'; text: string }
  /** The questions of a repeat as columns, with empty rows. */
  | { part: 'table'; columns: string[]; rows: number }

export type FormDocument = {
  language: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  direction: 'ltr' | 'rtl'
  labels: Record<FormLabel, string>
  company: { name: string }
  form: { name: string; description: string; version: string; note?: string }
  sections: { title: string; hint?: string; isConditional: boolean; parts: PaperPart[] }[]
}

export const formTemplate: Template<FormDocument> = templateAt(new URL('./form.typ', import.meta.url))
