/**
 * The bytes around the entries of the ZIPs that tend writes. The server writes them (`server/lib/files/zip.ts`), and
 * who checks a bundle writes them again and compares, so that a flipped byte between the files is found too.
 */

export type ZipRow = {
  name: Uint8Array
  /** As DOS counts it (`dosTime`). */
  time: number
  method: number
  flags: number
  crc: number
  packed: number
  size: number
  at: number
}

export const zipSigns = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const
/** Names are UTF-8; with `followed`, sizes and CRC follow the content. */
export const utf8 = 0x0800
export const followed = 0x0808
export const largest = 0xffff_ffff
export const maxEntries = 0xffff

/** As DOS counts it: two seconds are one, and years begin in 1980. */
export function dosTime(moment: Date): number {
  const day = ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate()
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}

/** What precedes the content of an entry. */
export function headerOf(row: ZipRow): Uint8Array<ArrayBuffer> {
  const [header, view] = blank(30 + row.name.length)
  view.setUint32(0, zipSigns.local, true)
  view.setUint16(4, 20, true)
  view.setUint16(6, row.flags, true)
  view.setUint16(8, row.method, true)
  view.setUint32(10, row.time, true)
  if (row.flags === utf8) sizesInto(view, 14, row)
  view.setUint16(26, row.name.length, true)
  header.set(row.name, 30)
  return header
}

/** What follows the content of an entry whose sizes were not known before. */
export function trailerOf(row: ZipRow): Uint8Array<ArrayBuffer> {
  const [trailer, view] = blank(16)
  view.setUint32(0, 0x08074b50, true)
  sizesInto(view, 4, row)
  return trailer
}

/** Its line in the list at the end. */
export function recordOf(row: ZipRow): Uint8Array<ArrayBuffer> {
  const isFar = row.at > largest
  const [record, view] = blank(46 + row.name.length + (isFar ? 12 : 0))
  view.setUint32(0, zipSigns.entry, true)
  view.setUint16(4, 45, true)
  view.setUint16(6, isFar ? 45 : 20, true)
  view.setUint16(8, row.flags, true)
  view.setUint16(10, row.method, true)
  view.setUint32(12, row.time, true)
  sizesInto(view, 16, row)
  view.setUint16(28, row.name.length, true)
  view.setUint32(42, isFar ? largest : row.at, true)
  record.set(row.name, 46)
  if (isFar) {
    view.setUint16(30, 12, true)
    const extra = 46 + row.name.length
    view.setUint16(extra, 1, true)
    view.setUint16(extra + 2, 8, true)
    view.setBigUint64(extra + 4, BigInt(row.at), true)
  }
  return record
}

/** The end: how many entries there are, and where their list begins. */
export function endOf(entries: number, at: number, size: number): Uint8Array<ArrayBuffer> {
  const isLarge = entries >= maxEntries || at + size >= largest
  const [end, view] = blank(isLarge ? 98 : 22)
  const last = isLarge ? 76 : 0
  if (isLarge) {
    view.setUint32(0, 0x06064b50, true)
    view.setBigUint64(4, 44n, true)
    view.setUint16(12, 45, true)
    view.setUint16(14, 45, true)
    for (const [value, place] of [
      [entries, 24],
      [entries, 32],
      [size, 40],
      [at, 48],
    ] as const)
      view.setBigUint64(place, BigInt(value), true)
    view.setUint32(56, 0x07064b50, true)
    view.setBigUint64(64, BigInt(at + size), true)
    view.setUint32(72, 1, true)
  }
  view.setUint32(last, zipSigns.end, true)
  view.setUint16(last + 8, Math.min(entries, maxEntries), true)
  view.setUint16(last + 10, Math.min(entries, maxEntries), true)
  view.setUint32(last + 12, Math.min(size, largest), true)
  view.setUint32(last + 16, Math.min(at, largest), true)
  return end
}

function blank(size: number): [Uint8Array<ArrayBuffer>, DataView] {
  const bytes = new Uint8Array(size)
  return [bytes, new DataView(bytes.buffer)]
}

function sizesInto(view: DataView, place: number, { crc, packed, size }: ZipRow): void {
  view.setUint32(place, crc, true)
  view.setUint32(place + 4, packed, true)
  view.setUint32(place + 8, size, true)
}
