/** So much of a message is shown where it was found. */
const shown = 400

/** As the database folds words (`fold` in the migrations): small letters without accents, one form of alef, ya and ta marbuta. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u0623\u0625\u0622]/g, '\u0627')
    .replace(/\u0649/g, '\u064A')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0640/g, '')

/** The beginning of a text, with what begins like one of the words, as far as endings leave it, between U+0002 and U+0003. */
export function highlighted(text: string, words: string): string {
  const wanted = fold(words)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(word => word.slice(0, Math.max(3, word.length - 2)))
  return text
    .slice(0, shown)
    .replace(/[\p{L}\p{N}\p{M}]+/gu, word =>
      wanted.some(one => fold(word).startsWith(one)) ? `\u0002${word}\u0003` : word,
    )
}
