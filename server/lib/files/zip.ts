/**
 * Writes a ZIP while it is sent, as ZIP64 beyond 65,535 entries or 4 GB; only its list of contents is held. It is our
 * own because libraries compress entries by themselves, and threads have compressed these already.
 */
import { crc32 } from 'node:zlib'
import {
  dosTime,
  endOf,
  followed,
  headerOf,
  largest,
  maxEntries,
  recordOf,
  trailerOf,
  utf8,
  type ZipRow,
} from '#shared/lib/zipHeaders.ts'

/**
 * A piece of an entry as deflate has it, with what the whole comes to as far as this piece: size and CRC of what it
 * unpacks to.
 */
export type Deflated = { bytes: Uint8Array; size: number; crc: number }

/** Files are pictures and documents, which are compressed already; `pieces` end where the entry does. */
export type Entry = { name: string; modified: Date } & ({ content: Uint8Array } | { pieces: AsyncIterable<Deflated> })

const deflate = 8
/** What an entry that comes in pieces ends with: an empty block that says that it is the last. */
const lastBlock = Buffer.from([3, 0])

const encoder = new TextEncoder()

/** The bytes of a ZIP with these entries, one after the other. Throws for an entry of 4 GB. */
export async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const written: ZipRow[] = []
  let at = 0
  for await (const { name, modified, ...entry } of entries) {
    // Node cuts short buffers off a shared piece of 8 kB, which each name would hold whole until the end.
    const of = { name: encoder.encode(name), time: dosTime(modified), at }
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
    const row: ZipRow = { ...of, method: deflate, flags: followed, crc: 0, packed: 0, size: 0 }
    const header = headerOf(row)
    yield header
    for await (const { bytes, size, crc } of entry.pieces) {
      yield bytes
      Object.assign(row, { size, crc, packed: row.packed + bytes.byteLength })
    }
    row.packed += lastBlock.length
    if (row.packed > largest || row.size > largest) throw new RangeError(`${name} is too large for a ZIP.`)
    yield lastBlock
    const sizes = trailerOf(row)
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
