import { type Template, templateAt } from '../template.ts'

/** What `labels.typ` prints. Every text is ready in the language of whoever prints it. */
export type LabelDocument = {
  language: string
  direction: 'ltr' | 'rtl'
  title: string
  company: string
  /** Below the code: what it opens. */
  form: string
  how: string
  /** Only where visitors are asked for it. */
  pin: string | null
  labels: { name: string; size: number; path: string }[]
}

export const labelTemplate: Template<LabelDocument> = templateAt(new URL('./labels.typ', import.meta.url))
