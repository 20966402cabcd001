/** The cell of appearances: words of which tend knows a few. */

import { isKnownLook } from '#shared/forms/appearance.ts'
import type { Element } from '#shared/forms/definition.ts'
import { type Findings, isMeant, namelessKey, type Row } from '../table.ts'
import type { Node } from './outline.ts'

/**
 * What says nothing that is not so anyway: here, questions stand on one screen, and so do the words of their choices.
 */
const usual = /^(?:field-list|list|list-nolabel)$/

/** Whether one of the words in the cell is this one; nothing is taken. */
export const looksLike = ({ row }: Node, pattern: RegExp): boolean => wordsIn(row).some(word => pattern.test(word))

const wordsIn = (row: Row): string[] => textIn(row).toLowerCase().split(/\s+/)

/** Of which calls of a row something was made already. */
const calls = new WeakMap<Row, string>()

/** Takes a call out of the words of a row. */
export const takeCall = ({ row }: Node, written: string): void => void calls.set(row, written)

const textIn = (row: Row): string =>
  (row.cells.find(({ key }) => key === 'appearance')?.text ?? '').replace(calls.get(row) ?? '', ' ')

/** Of which words of a row something was made already. */
const taken = new WeakMap<Row, Set<string>>()

/** The first word that fits; the others stay for `lookLeft`. */
export function takeLook({ row }: Node, pattern: RegExp): string | undefined {
  const found = wordsIn(row).find(word => pattern.test(word))
  if (found === undefined) return undefined
  taken.set(row, new Set([...(taken.get(row) ?? []), found]))
  return found
}

/**
 * The words that nothing was made of: some mean something as they stand, and the others are kept for the tools that
 * know them, and noted where anybody would see the difference.
 */
export function lookLeft({ row }: Node, isSeen: boolean, findings: Findings): string | undefined {
  const cell = row.takeAll('appearance')[0]
  const words = textIn(row)
    .split(/\s+/)
    .filter(word => !taken.get(row)?.has(word.toLowerCase()))
  const left = words.filter(word => word !== '' && !usual.test(word.toLowerCase()))
  const strange = left.filter(word => !isKnownLook(word))
  if (cell && isSeen && strange.length > 0)
    findings.note(row.atCell(cell), 'appearance', { value: strange.join(' ').slice(0, 200) })
  return left.join(' ').slice(0, 1_000).trim() || undefined
}

// The cell of parameters: "start=1 end=5", parted by blanks, commas or semicolons.

/** The parameters that are wanted; the others are noted. */
export function parametersOf({ row }: Node, findings: Findings, wanted: string[]): Map<string, string> {
  const pairs = (row.take('parameters') ?? '').replace(/\s*=\s*/g, '=').split(/[\s,;]+/)
  const found = new Map<string, string>()
  for (const pair of pairs.filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=')
    if (wanted.includes(name.toLowerCase())) found.set(name.toLowerCase(), value)
    else findings.note(row.at('parameters'), 'parameter', { value: pair })
  }
  return found
}

/**
 * Notes the cells of the survey that no element used, so that nothing is dropped in silence.
 */
export function noteLeftovers({ row }: Node, element: Element, findings: Findings): void {
  for (const cell of row.left()) {
    const { key, text: value } = cell
    if (key.startsWith('?') && key !== namelessKey && !isMeant(cell.heading)) continue
    // Values that equal the default.
    if (saysNothing(key, value, element)) continue
    const code = key === 'parameters' ? 'parameter' : key.startsWith('media::') ? 'media_left_out' : 'cell_unused'
    findings.note(row.atCell(cell), code, { value: value.slice(0, 200) })
  }
}

/** "No" in a column that could only say yes, and notes that nobody can write in anyway. */
const saysNothing = (key: string, value: string, element: Element): boolean =>
  (/^(?:required|read_only)$/.test(key) && /^(?:no|false|false\(\)|0|n|f)$/i.test(value)) ||
  (key === 'read_only' && isNobodys(element))

/** What nobody writes in, whether the column says so or not. */
const isNobodys = (element: Element): boolean =>
  element.type === 'instruction' ||
  element.type === 'calculated' ||
  ('read_only' in element && element.read_only === true)
