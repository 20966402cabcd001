/** Splits typed text into web addresses, which become links, and the text around them. */

const candidate = /https?:\/\/[^\s<>"“”„«»‹›「」]+/giu
/** Ends of a sentence, a bracket or a quotation in any of the languages, which end no address. */
const trailing = /[.,;:!?'’‘*_~…،؛؟۔。、！？：；\u061C\u200B-\u200F\u2060-\u2069]$/u
const twins: Record<string, string> = { ')': '(', ']': '[', '}': '{', '）': '（', '】': '【', '」': '「' }

export type AddressPart = { text: string; isAddress: boolean }

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
