/**
 * Appearance of an element in XLSForm's words, as far as no other field expresses it: its width in a row, a day without
 * a calendar. Words without a meaning here are kept for other tools.
 */

import type { Locale } from '../lib/language.ts'
import type { Element, Section } from './definition.ts'

type Looks = Pick<Element, 'appearance'>

const wordsOf = ({ appearance }: Looks): string[] => appearance?.split(/\s+/).filter(Boolean) ?? []

/** Words that have a meaning here, or describe the default: a location always has a map on which it can be set. */
export const isKnownLook = (word: string): boolean =>
  isWidth(word) ||
  /^(?:no-calendar|maps|map|placement-map|numbers|numbers_(?:decimal|phone)|url|new|new-front)$/.test(word)

const isWidth = (word: string) => /^w(?:[1-9]|10)$/.test(word)

/** Number of columns in a row; undefined for all of them. */
export function widthOf(element: Looks): number | undefined {
  const word = wordsOf(element).find(isWidth)
  return word === undefined ? undefined : Number(word.slice(1))
}

/** The appearance with another width. */
export function withWidth(element: Looks, width: number | undefined): string | undefined {
  const words = wordsOf(element).filter(word => !isWidth(word))
  return [...(width === undefined ? [] : [`w${width}`]), ...words].join(' ') || undefined
}

/**
 * Number of columns of a list of elements: four, as in other tools, unless one is wider; none where all are whole rows.
 */
export function columnsIn(elements: readonly Looks[]): number | undefined {
  const widths = elements.map(widthOf)
  if (widths.every(width => width === undefined)) return undefined
  return Math.max(4, ...widths.map(width => width ?? 0))
}

/** Tells whether a day has no calendar. */
export const hasNoCalendar = (element: Looks): boolean => wordsOf(element).includes('no-calendar')

/** The appearance with a calendar, or without one. */
export const withNoCalendar = (element: Looks, isSo: boolean): string | undefined =>
  [...wordsOf(element).filter(word => word !== 'no-calendar'), ...(isSo ? ['no-calendar'] : [])].join(' ') || undefined

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
