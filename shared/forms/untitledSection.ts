import type { Locale } from '../lib/language.ts'
import type { Section } from './definition.ts'

/** What the section that a new form begins with is called, until its maker says otherwise. */
export const untitledSection: Readonly<Record<Locale, string>> = {
  en: 'First section',
  hu: 'Első szakasz',
  de: 'Erster Abschnitt',
  fr: 'Première section',
  ar: 'القسم الأول',
}

/** Whether the form has one section alone, of which nobody has said what it is called: those who fill the form in need not hear of it. */
export function hasUntitledSection(sections: readonly Section[]): boolean {
  const [first, second] = sections
  if (!first || second) return false
  return Object.entries(first.title).every(([locale, text]) => !text || text === untitledSection[locale as Locale])
}
