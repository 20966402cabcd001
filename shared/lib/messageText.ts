/** Finds people who are mentioned in a text, "@Anna", alike in the browser and on the server. */
import { normalized } from './folding.ts'

type Named = { name: string }
type MentionPart<Person> = { text: string; people: Person[] }

/** Characters before an @ that make it part of a word, as in an email address. */
const wordEnd = /[\p{L}\p{M}\p{N}_]$/u

/**
 * Splits a text into words and mentioned names, each with everybody of that name. After an @ the longest name counts
 * with which the word begins: "@Anna" names Anna and not Ann, "@Anna-nak" too.
 */
export function mentionParts<Person extends Named>(source: string, people: readonly Person[]): MentionPart<Person>[] {
  const text = normalized(source, 'NFC')
  const letters = folded(text)
  const names = namesOf(people)
  const parts: MentionPart<Person>[] = []
  let begin = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at < begin || wordEnd.test(text.slice(Math.max(0, at - 2), at))) continue
    const found = names.get(letters.charAt(at + 1))?.find(({ name }) => letters.startsWith(name, at + 1))
    if (!found) continue
    const end = at + 1 + found.name.length
    if (at > begin) parts.push({ text: text.slice(begin, at), people: [] })
    parts.push({ text: text.slice(at, end), people: found.people })
    begin = end
  }
  if (begin < text.length || parts.length === 0) parts.push({ text: text.slice(begin), people: [] })
  return parts
}

/** Ids of the people who are mentioned in a text. */
export const mentionedIn = (text: string, people: readonly (Named & { id: number })[]): number[] => [
  ...new Set(mentionParts(text, people).flatMap(part => part.people.map(({ id }) => id))),
]

/** By their first letter, the longest first. */
function namesOf<Person extends Named>(people: readonly Person[]): Map<string, { name: string; people: Person[] }[]> {
  const byName = new Map<string, Person[]>()
  for (const person of people) {
    const name = folded(normalized(person.name, 'NFC').trim())
    if (name) byName.set(name, [...(byName.get(name) ?? []), person])
  }
  const byLetter = new Map<string, { name: string; people: Person[] }[]>()
  for (const [name, called] of [...byName].sort(([one], [other]) => other.length - one.length)) {
    const alike = byLetter.get(name.slice(0, 1)) ?? []
    byLetter.set(name.slice(0, 1), [...alike, { name, people: called }])
  }
  return byLetter
}

/** Keeps the number of characters, so that positions in the text stay valid. */
const folded = (text: string): string =>
  text.replace(/./gsu, letter => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))

// Splits typed text into web addresses, which become links, and the text around them.

const candidate = /https?:\/\/[^\s<>"“”„«»‹›「」]+/giu
/** Ends of a sentence, a bracket or a quotation in any of the languages, which end no address. */
const trailing = /[.,;:!?'’‘*_~…،؛؟۔。、！？：；\u061C\u200B-\u200F\u2060-\u2069]$/u
const twins: Record<string, string> = { ')': '(', ']': '[', '}': '{', '）': '（', '】': '【', '」': '「' }

type AddressPart = { text: string; isAddress: boolean }

export function addressParts(text: string): AddressPart[] {
  const parts: AddressPart[] = []
  let begin = 0
  for (const { index, 0: found } of text.matchAll(candidate)) {
    const address = withoutEnd(found)
    if (!URL.canParse(address)) continue
    if (index > begin) parts.push({ text: text.slice(begin, index), isAddress: false })
    parts.push({ text: address, isAddress: true })
    begin = index + address.length
  }
  if (begin < text.length || parts.length === 0) parts.push({ text: text.slice(begin), isAddress: false })
  return parts
}

/** Removes the end of the surrounding sentence; a bracket that was opened in the address stays. */
export function withoutEnd(address: string): string {
  const open = new Map<string, number>()
  for (const sign of address) open.set(sign, (open.get(sign) ?? 0) + 1)
  let end = address.length
  for (;;) {
    const last = address[end - 1] ?? ''
    const twin = twins[last]
    const isLoose = twin !== undefined && (open.get(last) ?? 0) > (open.get(twin) ?? 0)
    if (!isLoose && !trailing.test(last)) return address.slice(0, end)
    open.set(last, (open.get(last) ?? 0) - 1)
    end--
  }
}
