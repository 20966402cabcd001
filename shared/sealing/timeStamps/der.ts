/**
 * Reads the part of ASN.1's DER that time stamps and their certificates use; throws for anything malformed. Kept by
 * hand: `asn1js` also reads BER, and `pkijs` adds 89 kB gzip to the page that checks seals.
 */

export type Node = {
  tag: number
  /** With its tag and length. */
  whole: Uint8Array<ArrayBuffer>
  content: Uint8Array<ArrayBuffer>
}

export const tags = {
  ...{ boolean: 0x01, integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31 },
  ...{ utcTime: 0x17, generalizedTime: 0x18 },
}
/** Tag of the n-th context-specific element. */
export const placed = (number: number) => 0xa0 + number

/** Reads the one element of these bytes. */
export function derOf(bytes: Uint8Array<ArrayBuffer>): Node {
  const [node, rest] = first(bytes)
  if (rest.length > 0) throw new Error('The DER has bytes after its value.')
  return node
}

/** Reads the elements of a constructed one. */
export function partsOf({ content }: Node): Node[] {
  const parts: Node[] = []
  for (let rest = content; rest.length > 0; ) {
    const [node, after] = first(rest)
    parts.push(node)
    rest = after
  }
  return parts
}

function first(bytes: Uint8Array<ArrayBuffer>): [Node, Uint8Array<ArrayBuffer>] {
  const [tag, short] = bytes
  if (tag === undefined || short === undefined || (tag & 0x1f) === 0x1f) throw new Error('Not DER.')
  let [length, from] = [short, 2]
  if (short >= 0x80) {
    from += short & 0x7f
    if (short === 0x80 || from > 6 || from > bytes.length) throw new Error('Not a DER length.')
    length = bytes.subarray(2, from).reduce((sum, byte) => sum * 256 + byte, 0)
  }
  const to = from + length
  if (to > bytes.length) throw new Error('The DER ends before its declared length.')
  return [{ tag, whole: bytes.subarray(0, to), content: bytes.subarray(from, to) }, bytes.subarray(to)]
}

/** Element at that place, which must have this tag. */
export function partAt(parts: Node[], index: number, tag: number): Node {
  const part = parts[index]
  if (part?.tag !== tag) throw new Error(`Part ${index} is not of kind ${tag}.`)
  return part
}

/** `1.2.840.113549.1.7.2` */
export function oidOf({ tag, content }: Node): string {
  if (tag !== tags.oid) throw new Error('Not an object identifier.')
  const numbers: number[] = []
  let number = 0
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      numbers.push(number)
      number = 0
    }
  }
  const [head = 0, ...rest] = numbers
  const top = Math.min(2, Math.floor(head / 40))
  return [top, head - top * 40, ...rest].join('.')
}

/** Time of a certificate's validity or a stamp, always UTC. */
export function timeOf({ tag, content }: Node): Date {
  const text = new TextDecoder().decode(content)
  const long = tag === tags.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(long)
  if (!found) throw new Error('Not a time.')
  const [, year, month, day, hour, minute, second, part = ''] = found
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${part.slice(0, 4)}Z`)
  if (Number.isNaN(time.getTime())) throw new Error('Not a time.')
  return time
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
