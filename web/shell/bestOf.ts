/** So many of each kind are offered: who sees more types on. */
const offered = 5

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/**
 * The rows that hold every word that was typed, at most five: those whose name begins with it first, then those in which a word does.
 * Accents and capitals count for nothing.
 */
export function bestOf<Row>(
  rows: readonly Row[],
  text: string,
  textsOf: (row: Row) => readonly (string | undefined)[],
): Row[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return []
  const found: { row: Row; rank: number }[] = []
  for (const row of rows) {
    const all = plain(textsOf(row).filter(Boolean).join(' '))
    if (!words.every(word => all.includes(word))) continue
    found.push({ row, rank: all.startsWith(first) ? 0 : all.includes(` ${first}`) ? 1 : 2 })
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, offered)
    .map(({ row }) => row)
}
