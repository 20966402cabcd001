/** Bound of a name's bytes in file systems, with room for the number of a duplicate. */
const maxBytes = 240

/** Letters that are read of the words for a name, of which far fewer are kept. */
const maxRead = 10_000

const bytes = (text: string) => new TextEncoder().encode(text).length

/**
 * Name that every file system accepts, with `ending` unchanged: forbidden characters become blanks, and a long name is
 * cut between graphemes.
 */
export function filenameOf(words: string, ending = ''): string {
  const clean = words
    .slice(0, maxRead)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return `${cutToBytes(clean, maxBytes - bytes(ending)) || 'file'}${ending}`
}

/** Shortens the name of an uploaded file where it is too long, and keeps its extension. */
export function keptFilename(name: string): string {
  const [stem, ending] = partsOfFilename(name.toWellFormed())
  return `${cutToBytes(stem, maxBytes - bytes(ending))}${ending}`
}

/** Splits a file's name before the dot of its extension. */
export function partsOfFilename(name: string): [stem: string, ending: string] {
  const ending = /\.[^./\\\s]{1,16}$/u.exec(name)?.[0] ?? ''
  return [name.slice(0, name.length - ending.length), ending]
}

/** Beginning of a text, cut between graphemes. */
export function cutToBytes(text: string, most: number): string {
  if (bytes(text) <= most) return text
  let cut = ''
  let size = 0
  // A character has at least one byte, so only the beginning of a long text is scanned.
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, most))) {
    size += bytes(segment)
    if (size > most) break
    cut += segment
  }
  return cut.trimEnd().toWellFormed()
}
