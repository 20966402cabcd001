/**
 * Writes a ZIP while it is sent, as ZIP64 beyond 65,535 entries or 4 GB; only its list of contents is held. It is our
 * own because libraries compress entries by themselves, and threads have compressed these already.
 */
import { crc32 } from 'node:zlib'

/**
 * A piece of an entry as deflate has it, with what the whole comes to as far as this piece: size and CRC of what it
 * unpacks to.
 */
export type Deflated = { bytes: Uint8Array; size: number; crc: number }

/** Files are pictures and documents, which are compressed already; `pieces` end where the entry does. */
export type Entry = { name: string; modified: Date } & ({ content: Uint8Array } | { pieces: AsyncIterable<Deflated> })

type Written = {
  name: Buffer
  modified: Date
  method: number
  flags: number
  crc: number
  packed: number
  size: number
  at: number
}

/** Sizes and CRC follow the content, names are UTF-8. */
const followed = 0x0808
const utf8 = 0x0800
const deflate = 8
const largest = 0xffff_ffff
const maxEntries = 0xffff
/** What an entry that comes in pieces ends with: an empty block that says that it is the last. */
const lastBlock = Buffer.from([3, 0])

/** The bytes of a ZIP with these entries, one after the other. Throws for an entry of 4 GB. */
export async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, modified, ...entry } of entries) {
    const of = { name: Buffer.from(name), modified, at }
    if ('content' in entry) {
      const size = entry.content.byteLength
      const row = { ...of, method: 0, flags: utf8, crc: crc32(entry.content), packed: size, size }
      const header = headerOf(row)
      yield header
      yield entry.content
      written.push(row)
      at += header.length + size
      continue
    }
    const row: Written = { ...of, method: deflate, flags: followed, crc: 0, packed: 0, size: 0 }
    const header = headerOf(row)
    yield header
    for await (const { bytes, size, crc } of entry.pieces) {
      yield bytes
      Object.assign(row, { size, crc, packed: row.packed + bytes.byteLength })
    }
    row.packed += lastBlock.length
    if (row.packed > largest || row.size > largest) throw new RangeError(`${name} is too large for a ZIP.`)
    yield lastBlock
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    sizesInto(sizes, 4, row)
    yield sizes
    written.push(row)
    at += header.length + row.packed + sizes.length
  }
  const begins = at
  for (const row of written) {
    const record = recordOf(row)
    yield record
    at += record.length
  }
  yield endOf(written.length, begins, at - begins)
}

/** Bytes as an entry in pieces that is not compressed any more: a ZIP within a ZIP. */
export async function* asPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Deflated> {
  let [size, crc] = [0, 0]
  for await (const bytes of content)
    for (let from = 0; from < bytes.byteLength; from += maxEntries) {
      const piece = storedPiece(bytes.subarray(from, from + maxEntries), { size, crc })
      size = piece.size
      crc = piece.crc
      yield piece
    }
}

/** At most 65,535 bytes as they are, in a block of deflate's own, and what the whole comes to with them. */
export function storedPiece(part: Uint8Array, { size, crc }: { size: number; crc: number }): Deflated {
  const block = Buffer.alloc(5 + part.byteLength)
  block.writeUInt16LE(part.byteLength, 1)
  block.writeUInt16LE(~part.byteLength & 0xffff, 3)
  block.set(part, 5)
  return { bytes: block, size: size + part.byteLength, crc: crc32(part, crc) }
}

function headerOf(row: Written): Buffer {
  const header = Buffer.alloc(30 + row.name.length)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(row.flags, 6)
  header.writeUInt16LE(row.method, 8)
  header.writeUInt32LE(timeOf(row.modified), 10)
  if (row.flags === utf8) sizesInto(header, 14, row)
  header.writeUInt16LE(row.name.length, 26)
  row.name.copy(header, 30)
  return header
}

function recordOf(row: Written): Buffer {
  const isFar = row.at > largest
  const record = Buffer.alloc(46 + row.name.length + (isFar ? 12 : 0))
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(45, 4)
  record.writeUInt16LE(isFar ? 45 : 20, 6)
  record.writeUInt16LE(row.flags, 8)
  record.writeUInt16LE(row.method, 10)
  record.writeUInt32LE(timeOf(row.modified), 12)
  sizesInto(record, 16, row)
  record.writeUInt16LE(row.name.length, 28)
  record.writeUInt32LE(isFar ? largest : row.at, 42)
  row.name.copy(record, 46)
  if (isFar) {
    record.writeUInt16LE(12, 30)
    const extra = 46 + row.name.length
    record.writeUInt16LE(1, extra)
    record.writeUInt16LE(8, extra + 2)
    record.writeBigUInt64LE(BigInt(row.at), extra + 4)
  }
  return record
}

function endOf(entries: number, at: number, size: number): Buffer {
  const isLarge = entries >= maxEntries || at + size >= largest
  const end = Buffer.alloc(isLarge ? 98 : 22)
  const last = isLarge ? 76 : 0
  if (isLarge) {
    end.writeUInt32LE(0x06064b50, 0)
    end.writeBigUInt64LE(44n, 4)
    end.writeUInt16LE(45, 12)
    end.writeUInt16LE(45, 14)
    for (const [value, place] of [
      [entries, 24],
      [entries, 32],
      [size, 40],
      [at, 48],
    ] as const)
      end.writeBigUInt64LE(BigInt(value), place)
    end.writeUInt32LE(0x07064b50, 56)
    end.writeBigUInt64LE(BigInt(at + size), 64)
    end.writeUInt32LE(1, 72)
  }
  end.writeUInt32LE(0x06054b50, last)
  end.writeUInt16LE(Math.min(entries, maxEntries), last + 8)
  end.writeUInt16LE(Math.min(entries, maxEntries), last + 10)
  end.writeUInt32LE(Math.min(size, largest), last + 12)
  end.writeUInt32LE(Math.min(at, largest), last + 16)
  return end
}

function sizesInto(buffer: Buffer, place: number, { crc, packed, size }: Written): void {
  buffer.writeUInt32LE(crc, place)
  buffer.writeUInt32LE(packed, place + 4)
  buffer.writeUInt32LE(size, place + 8)
}

/** As DOS counts it: two seconds are one, and years begin in 1980. */
function timeOf(moment: Date): number {
  const day = ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate()
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
