import { soughtTexts } from '#shared/lib/searching.ts'

/** So much of a message is shown where it was found. */
const shown = 400

/** The beginning of a text, with what begins like one of the words, as far as endings leave it, between U+0002 and U+0003. */
export function highlighted(text: string, words: string): string {
  const wanted = soughtTexts(words)
    .flatMap(sought => sought.split(/[^\p{L}\p{N}]+/u))
    .filter(Boolean)
    .map(word => word.slice(0, Math.max(3, word.length - 2)))
  return text
    .slice(0, shown)
    .replace(/[\p{L}\p{N}\p{M}]+/gu, word =>
      soughtTexts(word).some(kept => wanted.some(one => kept.startsWith(one))) ? `\u0002${word}\u0003` : word,
    )
}
