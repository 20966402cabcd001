/**
 * Checks an .xlsx file before it is read, and packs it again from the checked parts; pictures, macros and links stay
 * packed. It is our own because the limits must hold for the bytes that come out, not for those that the file states.
 */
import { inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { Problem } from '#shared/lib/problem.ts'

/** A survey of 5,000 rows in five languages has about 8 million bytes. */
const maxBytes = 24 * 1024 * 1024
const maxParts = 2_000
/** A form has three or four. */
export const maxSheets = 50

/** The authors of comments are among them, because the library insists on reading them where a file names them. */
const needed =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:(?:worksheets\/|persons\/)?[^/]+\.xml|_rels\/[^/]+\.rels))$/i
const isNeeded = (name: string) => needed.test(name) && !/calcChain|macro/i.test(name)

type Part = { name: string; method: number; packed: Uint8Array }

/**
 * The archive with nothing in it but the sheets and what they need. Throws 415 for what is no workbook, 413 for one
 * that is too large; `most` is what it may unpack to.
 */
export function checkedWorkbook(content: Uint8Array, most = maxBytes): Uint8Array {
  const parts = new Map<string, Uint8Array>()
  let room = most
  for (const part of partsOf(content)) {
    if (!isNeeded(part.name)) continue
    const unpacked = unpack(part, room)
    room -= unpacked.length
    parts.set(part.name, unpacked)
  }
  const books = [...parts].filter(([name]) => /^xl\/workbook\d*\.xml$/i.test(name))
  if (books.length === 0) throw new Problem('file_type_refused')
  for (const [, book] of books) requireFewSheets(book)
  for (const [name, relations] of parts) if (/\.rels$/i.test(name)) requireOwnTargets(relations)
  return zipSync(Object.fromEntries(parts), { level: 0 })
}

/** Throws 413 for more sheets than a form has. */
function requireFewSheets(book: Uint8Array): void {
  if (countOf(book, /<(?:\w+:)?sheet[\s/>]/gi, maxSheets) > maxSheets) throw new Problem('too_large')
}

/** Throws 413 where several sheets name the same part: it would be read as often as it is named. */
function requireOwnTargets(relations: Uint8Array): void {
  const text = new TextDecoder().decode(relations)
  const seen = new Set<string>()
  for (const [, target = ''] of text.matchAll(/\bTarget\s{0,9}=\s{0,9}["']([^"'<]{0,300})/gi)) {
    const part = target.toLowerCase().replace(/^\/?(?:xl\/)?(?:\.\/)*/, '')
    if (seen.has(part) || seen.size > maxParts) throw new Problem('too_large')
    seen.add(part)
  }
}

/** How often it is there, as far as that matters. */
function countOf(content: Uint8Array, pattern: RegExp, most: number): number {
  let count = 0
  for (const _ of new TextDecoder().decode(content).matchAll(pattern)) if (++count > most) break
  return count
}

function unpack({ method, packed }: Part, room: number): Uint8Array {
  if (method === 0 && packed.length <= room) return packed
  if (method !== 8) throw new Problem(method === 0 ? 'too_large' : 'file_type_refused')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    throw new Problem((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'file_type_refused')
  }
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50

/** The parts that the archive's directory names (PKWARE's APPNOTE, 4.3). */
function partsOf(content: Uint8Array): Part[] {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  try {
    const end = endOf(view)
    const count = view.getUint16(end + 10, true)
    if (count > maxParts) throw new Problem('too_large')
    const parts: Part[] = []
    let at = view.getUint32(end + 16, true)
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== entrySignature) throw new Problem('file_type_refused')
      const [nameLength, extra, comment] = [28, 30, 32].map(offset => view.getUint16(at + offset, true)) as [
        number,
        number,
        number,
      ]
      const name = new TextDecoder().decode(content.subarray(at + 46, at + 46 + nameLength))
      parts.push({ name: name.replaceAll('\\', '/'), ...dataAt(content, view, at) })
      at += 46 + nameLength + extra + comment
    }
    return parts
  } catch (error) {
    // Reading past the end: the directory says what is not there.
    throw error instanceof RangeError ? new Problem('file_type_refused') : error
  }
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= first; at--) if (view.getUint32(at, true) === endSignature) return at
  throw new Problem('file_type_refused')
}

function dataAt(content: Uint8Array, view: DataView, entry: number): Omit<Part, 'name'> {
  const isEncrypted = (view.getUint16(entry + 8, true) & 1) !== 0
  const local = view.getUint32(entry + 42, true)
  if (isEncrypted || view.getUint32(local, true) !== localSignature) throw new Problem('file_type_refused')
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const packed = content.subarray(start, start + view.getUint32(entry + 20, true))
  return { method: view.getUint16(entry + 10, true), packed }
}
