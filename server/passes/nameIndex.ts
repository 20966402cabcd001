/** Finds names of people in texts: whole ones, parts of them, with endings, inside of words, and in other spellings. */

export type Named = { id: number | null; name: string; email: string | null }
type Owners = ReadonlySet<number | null>
type Found = { owners: Owners; parts: number }

const wordsIn = /[\p{L}\p{M}\p{Cf}ـ]+/gu
/** "annaKovács" is two words. */
const humps = /(?<=\p{Ll}\p{M}*)(?=\p{Lu})/u
/** Signs, and short words of names, between two parts of one name. */
const between = new RegExp(
  "^(?:[\\s.,_'’-]{1,3}|[\\s_-]+" +
    '(?:(?:d[eu]|des|la|les?|v[ao]n|de[rn]|di|da|dos?|del|el|al|bin|ben|ibn|بن|ابن)[\\s_-]+){1,2})$',
  'iu',
)

/** Short words that are no name by themselves where they are written small, or between others. */
const particles = new Set(
  (
    'd de du des l la le les von van der den di da do dos del della el al bin ben ibn bint abu zu zum zur ter ten ' +
    'y e und and et és og ال بن ابن بنت أبو ابو عبد'
  ).split(' '),
)
/** "on": nearly never the name, which many write alike. */
const prepositions = new Set(['على'])

/** Letters that have no plain letter by decomposition. */
const plain: Record<string, string> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h' },
  ...{ ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' },
}
const folded = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}ـ]/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœıħةىیک]/g, letter => plain[letter] ?? letter)

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const spelt = (word: string) =>
  folded(
    word
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöüøå]/g, letter => umlauts[letter] ?? letter),
  )

/** The forms under which a part of a name is found; endings come after them. */
function formsOf(part: string): string[] {
  const forms = [folded(part), spelt(part)]
  for (const form of [...forms]) {
    // Hungarian doubles a letter of two signs: "Kováccsal".
    if (/(?:[cz]s|sz|[glnt]y)$/.test(form)) forms.push(form.slice(0, -2) + form.at(-2) + form.slice(-2))
    // Slavic endings take the place of the last vowel.
    if (/\p{Script=Cyrillic}{3}[аяйь]$/u.test(form)) forms.push(form.slice(0, -1))
  }
  return forms.map(form => form.slice(0, longest))
}

/** A word of four letters or more is a name with any ending too, as "Annával" is, and of three with a usual one. */
const inflected = 4
const usualEndings = new RegExp(
  '^(?:s|es|n|en|t|[aeio]t|v[ae]l|[nb][ae]k|n[ae]k|r[aeoóöu]l|r[ae]|r[oóöuü]l|t[oóöuü]l|h[oeö]z|b[ae]n?|b[oóöuü]l|' +
    'ert|kent|ig|[ei]k|[ei]ke?t|eval|aval|jal|jel|lal|lel|nal|nel|e|\\p{Script=Cyrillic}{1,3})$',
  'u',
)
const shortest = 2
/** A name of five letters is found inside of a word too, as in "drkovacs"; without blanks between words, of two. */
const inside = 5
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
/** Letters of a part that are compared, so that no word takes long. */
const longest = 40
/** Arabic writes short words in front of a name without a gap, as "وأحمد". */
const arabicPrefix = /^[وفبكلسا]{1,4}/u
/** Words that are looked up once. */
const maxKept = 20_000

export class NameIndex {
  private readonly owners = new Map<string, Set<number | null>>()
  private readonly kept = new Map<string, Found | null>()

  constructor(people: readonly Named[]) {
    for (const { id, name, email } of people) {
      const words = [...name.matchAll(wordsIn)].flatMap(([word]) => word.split(humps))
      const parts = words.filter((word, at) => !isParticle(word, at, words.length))
      const account = [...(email?.split('@')[0] ?? '').matchAll(wordsIn)].map(([word]) => word)
      for (const part of [...parts, ...joined(words), ...account])
        for (const form of formsOf(part)) {
          if (form.length < shortest) continue
          const owners = this.owners.get(form) ?? new Set()
          this.owners.set(form, owners.add(id))
        }
    }
  }

  /**
   * The text with each name in it replaced: by its one owner where two parts of their name come together, else by
   * nobody. A lone or small word may be another word, as in "I will": what comes in its place must not tell whose name
   * it is.
   */
  replace(text: string, said: (owner: number | null) => string): string {
    let result = ''
    let from = 0
    type Run = Found & { start: number; end: number; isWord: boolean }
    let run: Run | null = null
    const close = () => {
      if (!run) return
      const [owner = null] = run.owners
      if (!run.isWord)
        result += text.slice(from, run.start) + said(run.owners.size === 1 && run.parts > 1 ? owner : null)
      else result += text.slice(from, run.end)
      from = run.end
      run = null
    }
    for (const match of text.matchAll(wordsIn)) {
      const known = this.find(match[0])
      if (!known) continue
      // "I will mark it": two small words are no name of Will Mark's.
      const found = /^\p{Ll}/u.test(match[0]) ? { ...known, parts: 0 } : known
      const end = match.index + match[0].length
      const open = run as Run | null
      const shared = open && new Set([...open.owners].filter(id => found.owners.has(id)))
      if (open && shared && shared.size > 0 && between.test(text.slice(open.end, match.index))) {
        run = { start: open.start, end, owners: shared, parts: open.parts + found.parts, isWord: false }
        continue
      }
      close()
      run = { start: match.index, end, ...found, isWord: prepositions.has(match[0]) }
    }
    close()
    return result + text.slice(from)
  }

  /** Those whose whole names are in a text. */
  ownersIn(text: string): Set<number> {
    const found = new Set<number>()
    this.replace(text, owner => {
      if (owner !== null) found.add(owner)
      return ''
    })
    return found
  }

  private find(word: string): Found | null {
    const kept = this.kept.get(word)
    if (kept !== undefined) return kept
    const found = this.lookUp(word)
    if (this.kept.size >= maxKept) this.kept.clear()
    this.kept.set(word, found)
    return found
  }

  private lookUp(word: string): Found | null {
    const humped = word.split(humps)
    const all = humped.flatMap(part => this.ownersOf(folded(part)) ?? [])
    const [first] = all
    if (!first) {
      const owners = humped.length > 1 ? this.ownersOf(folded(word)) : undefined
      return owners ? { owners, parts: 1 } : null
    }
    const shared = new Set([...first].filter(id => all.every(owners => owners.has(id))))
    return shared.size > 0
      ? { owners: shared, parts: all.length }
      : { owners: new Set(all.flatMap(of => [...of])), parts: 1 }
  }

  private ownersOf(word: string): Owners | undefined {
    const exact = this.owners.get(word)
    if (exact) return exact
    const least = unspaced.test(word) ? shortest : inside
    const prefixes = arabicPrefix.exec(word)?.[0].length ?? 0
    for (let begin = 0; begin < word.length; begin++) {
      const most = Math.min(longest, word.length - begin)
      const isBegun = begin <= prefixes
      for (let length = most; length >= (isBegun ? Math.min(inflected - 1, least) : least); length--) {
        const part = word.slice(begin, begin + length)
        const owners = this.owners.get(part)
        if (!owners) continue
        const rest = word.slice(begin + length)
        if (length >= Math.min(inflected, least) || rest === '' || usualEndings.test(rest)) return owners
      }
      // Two letters behind an Arabic prefix.
      if (isBegun && begin > 0 && most === shortest && this.owners.has(word.slice(begin)))
        return this.owners.get(word.slice(begin))
    }
    return undefined
  }
}

/** Two words of a name without a blank, in either order. */
const joined = (words: string[]): string[] =>
  words
    .slice(0, maxJoined)
    .flatMap((one, at) => words.slice(0, maxJoined).flatMap((other, to) => (at === to ? [] : one + other)))
const maxJoined = 6

const isParticle = (word: string, at: number, count: number): boolean =>
  count > 1 &&
  particles.has(word.toLowerCase()) &&
  ((at > 0 && at < count - 1) || (word === word.toLowerCase() && word !== word.toUpperCase()))
