import type { GuideCategory } from '#shared/guides/rules.ts'
import type { Locale } from '#shared/lib/language.ts'

/** A guide of one area that everybody there must read. `{drawing}` in a text is where its drawing stands. */
export type AreaGuide = {
  category: GuideCategory
  /** What its drawing is called in the store. */
  name: string
  drawing: string
  /** Title, text, and what the drawing shows. */
  texts: Record<Locale, [title: string, body: string, shown: string]>
}
