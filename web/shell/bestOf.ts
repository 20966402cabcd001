import { foldedText } from '#shared/lib/searching.ts'

/** Results of each kind; more come with more letters. */
const offered = 5

/** Shorter words are too easily like another. */
const minLettersToCompare = 4
/** So alike two words are at least, as with PostgreSQL: with one letter wrong, missing or exchanged in five. */
const alike = 0.3

/** Three letters at a time, with what stands before a word and after it: as PostgreSQL's pg_trgm has it. */
const trigramsOf = (word: string) =>
  new Set(Array.from(`  ${word} `, (_, at) => `  ${word} `.slice(at, at + 3)).slice(0, -2))

/** How much of two words is the same, from 0 to 1. */
function likeness(one: Set<string>, other: Set<string>): number {
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared++
  return shared / (one.size + other.size - shared)
}

/**
 * The rows that hold every word that was typed, at most five: those whose name begins with it first, then those in which a word does.
 * Where there are not five, those follow whose words are nearly what was typed. Accents and capitals count for nothing.
 */
export function bestOf<Row>(
  rows: readonly Row[],
  text: string,
  textsOf: (row: Row) => readonly (string | undefined)[],
  limit = offered,
): Row[] {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return []
  const typed = words.map(word => (word.length < minLettersToCompare ? undefined : trigramsOf(word)))
  const found: { row: Row; rank: number }[] = []
  for (const row of rows) {
    const all = foldedText(textsOf(row).filter(Boolean).join(' '))
    if (words.every(word => all.includes(word)))
      found.push({ row, rank: all.startsWith(first) ? 0 : all.includes(` ${first}`) ? 1 : 2 })
  }
  if (found.length < offered && typed.some(Boolean)) {
    const there = new Set(found.map(({ row }) => row))
    for (const row of rows) {
      if (there.has(row)) continue
      const all = foldedText(textsOf(row).filter(Boolean).join(' '))
      const own = all.split(/\s+/).map(trigramsOf)
      const likest = words.map((word, at) =>
        all.includes(word) ? 1 : Math.max(0, ...own.map(one => (typed[at] ? likeness(typed[at], one) : 0))),
      )
      const least = Math.min(...likest)
      if (least >= alike) found.push({ row, rank: 4 - least })
    }
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ row }) => row)
}
