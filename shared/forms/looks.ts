/**
 * The looks of an element, in XLSForm's own words (`appearance`), as far as nothing else of the form says them: its width in a row, a day
 * without a calendar. Words that mean nothing here are kept for the tools that know them.
 */
import type { Element } from './definition.ts'

type Looks = Pick<Element, 'appearance'>

const wordsOf = ({ appearance }: Looks): string[] => appearance?.split(/\s+/).filter(Boolean) ?? []

/** What means something here, or is so anyway: a place is always shown on a map, and set by hand there. */
export const isKnownLook = (word: string): boolean =>
  isWidth(word) ||
  /^(?:no-calendar|maps|map|placement-map|numbers|numbers_(?:decimal|phone)|url|new|new-front)$/.test(word)

const isWidth = (word: string) => /^w(?:[1-9]|10)$/.test(word)

/** How many columns of a row it takes; undefined for all of them. */
export function widthOf(element: Looks): number | undefined {
  const word = wordsOf(element).find(isWidth)
  return word === undefined ? undefined : Number(word.slice(1))
}

/** The looks with another width. */
export function withWidth(element: Looks, width: number | undefined): string | undefined {
  const words = wordsOf(element).filter(word => !isWidth(word))
  return [...(width === undefined ? [] : [`w${width}`]), ...words].join(' ') || undefined
}

/** How many columns the elements of a list stand in: four, as in other tools, unless one of them is wider; none where all are whole rows. */
export function columnsIn(elements: readonly Looks[]): number | undefined {
  const widths = elements.map(widthOf)
  if (widths.every(width => width === undefined)) return undefined
  return Math.max(4, ...widths.map(width => width ?? 0))
}

/** Whether a day is only typed. */
export const hasNoCalendar = (element: Looks): boolean => wordsOf(element).includes('no-calendar')

/** The looks with a calendar, or without one. */
export const withNoCalendar = (element: Looks, isSo: boolean): string | undefined =>
  [...wordsOf(element).filter(word => word !== 'no-calendar'), ...(isSo ? ['no-calendar'] : [])].join(' ') || undefined
