/** The most bytes that file systems take for a name, with room for the number that a second of its name gets. */
const mostBytes = 240

const bytes = (text: string) => new TextEncoder().encode(text).length

/**
 * The name of a file that every system takes, with `ending` as it is: what no system takes becomes a blank, and a long name is cut at its end,
 * between whole characters as people see them.
 */
export function filenameOf(words: string, ending = ''): string {
  const clean = words
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return `${cutToBytes(clean, mostBytes - bytes(ending)) || 'file'}${ending}`
}

/** The name that a file came with, cut where it is longer than systems take, and its ending kept. */
export function keptFilename(name: string): string {
  const [stem, ending] = partsOfFilename(name.toWellFormed())
  return `${cutToBytes(stem, mostBytes - bytes(ending))}${ending}`
}

/** The name of a file and its ending, with the dot. */
export function partsOfFilename(name: string): [stem: string, ending: string] {
  const ending = /\.[^./\\\s]{1,16}$/u.exec(name)?.[0] ?? ''
  return [name.slice(0, name.length - ending.length), ending]
}

/** The beginning of a text that is no longer, cut between characters as people see them. */
export function cutToBytes(text: string, most: number): string {
  if (bytes(text) <= most) return text
  let cut = ''
  let size = 0
  // No character has fewer bytes than one, so that of a long text only its beginning is looked at.
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, most))) {
    size += bytes(segment)
    if (size > most) break
    cut += segment
  }
  return cut.trimEnd().toWellFormed()
}
