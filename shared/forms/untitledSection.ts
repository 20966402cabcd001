import type { Locale } from '../lib/language.ts'
import type { Section } from './definition.ts'

/** Title of a new form's first section. */
export const untitledSection: Readonly<Record<Locale, string>> = {
  en: 'First section',
  hu: 'Első szakasz',
  de: 'Erster Abschnitt',
  fr: 'Première section',
  ar: 'القسم الأول',
}

/** Tells whether the form has a single section without a title of its own, which need not be shown. */
export function hasUntitledSection(sections: readonly Section[]): boolean {
  const [first, second] = sections
  if (!first || second) return false
  return Object.entries(first.title).every(([locale, text]) => !text || text === untitledSection[locale as Locale])
}
