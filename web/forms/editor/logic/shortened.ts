/** As much of a question as one needs to know it again. */
const enough = 80

/** The beginning of words that are quoted within a sentence, ended between two of them; short ones as they are. */
export function shortened(words: string): string {
  const trimmed = words.trim()
  if (trimmed.length <= enough) return trimmed
  const beginning = trimmed.slice(0, enough)
  const end = beginning.lastIndexOf(' ')
  return `${(end > enough / 2 ? beginning.slice(0, end) : beginning).replace(/[\s.,;:]+$/, '')}…`
}
