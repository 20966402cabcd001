/**
 * A picture as the page needs it: upright, in sRGB, without metadata, no larger than print shows. What cannot be
 * decoded is null, so that one bad file costs its own place and not the document.
 */

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Pictures are at most 46 mm high, one of 4:3 then 61 mm wide: 800 pixels there are 330 per inch. */
const LONGEST_SIDE = 800
/** The pictures prepared last are kept: a document is often printed again in another language or after a correction. */
const maxKeptBytes = 32_000_000

export type PreparedPicture = { bytes: Buffer; width: number; height: number }

const kept = new LRUCache<string, PreparedPicture>({
  maxSize: maxKeptBytes,
  sizeCalculation: ({ bytes }) => bytes.length,
})

/** A small photo as tend draws them (`lib/files/picture.ts`) is ready as it is. */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture | null> {
  const size = plainJpeg(bytes)
  if (size && Math.max(size.width, size.height) <= LONGEST_SIDE) return { bytes: Buffer.from(bytes), ...size }
  const name = createHash('sha256').update(bytes).digest('base64')
  const known = kept.get(name)
  if (known) return known
  const made = await draw(bytes)
  if (made) kept.set(name, made)
  return made
}

async function draw(bytes: Uint8Array): Promise<PreparedPicture | null> {
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes)
      .rotate()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

// Embeds pictures after Typst has drawn the document. Typst would decode and encode each again, which costs ten times
// the rest of the document and quality. So it draws placeholders of one pixel's height, whose width numbers the
// picture, and the JPEG replaces their stream as it is.

const standIns: Buffer[] = []

/** What Typst draws for the picture with this number, counted from 0. All of a document have another width. */
export async function standIn(number: number): Promise<Buffer> {
  const known = standIns[number]
  if (known) return known
  const { default: sharp } = await import('sharp')
  const drawn = await sharp({ create: { width: number + 1, height: 1, channels: 3, background: 'grey' } })
    .jpeg()
    .toBuffer()
  standIns[number] = drawn
  return drawn
}

/** As Typst writes the object of a picture; its first line says where the object begins. */
const pictureObject = new RegExp(
  [
    /<<\s+\/Length (?<length>\d+)\s+\/Type \/XObject\s+\/Subtype \/Image\s+\/Filter \/DCTDecode/,
    /\s+\/Width (?<width>\d+)\s+\/Height 1\s[^>]*?>>\s+stream\n/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
)
/** PDF 2.0, 7.5.4: an entry has twenty bytes, and those of objects in use end with `n`. */
const entryInUse = /(?<=\n)(?<offset>\d{10})(?= \d{5} n)/g

type Change = { from: number; to: number; content: Buffer }

/**
 * The document with these pictures in the places of their stand-ins, each as often as it is shown.
 * @throws for a document whose places are not where they should be
 */
export function embedPictures(pdf: Buffer, pictures: readonly PreparedPicture[]): Buffer {
  if (pictures.length === 0) return pdf
  const text = pdf.toString('latin1')
  const tableAt = text.lastIndexOf('\nxref\n') + 1
  const changes: Change[] = []
  for (const found of text.slice(0, tableAt).matchAll(pictureObject)) {
    const { length = '', width = '' } = found.groups ?? {}
    const picture = pictures[Number(width) - 1]
    if (!picture) throw new Error('A picture of the document has no stand-in')
    const head = found[0]
      .replace(/\/Length \d+/, `/Length ${picture.bytes.length}`)
      .replace(/\/Width \d+(\s+)\/Height 1/, `/Width ${picture.width}$1/Height ${picture.height}`)
    const bodyAt = found.index + found[0].length
    changes.push({
      ...{ from: found.index, to: bodyAt + Number(length) },
      content: Buffer.concat([Buffer.from(head, 'latin1'), picture.bytes]),
    })
  }
  return changes.length === 0 ? pdf : rewritten(pdf, text, tableAt, changes)
}

/** With the changes made, and a table that says where all objects begin now. */
function rewritten(pdf: Buffer, text: string, tableAt: number, changes: Change[]): Buffer {
  const moved = (offset: number) =>
    changes.reduce((sum, { from, to, content }) => (from < offset ? sum + content.length - (to - from) : sum), offset)
  const parts: Buffer[] = []
  let done = 0
  for (const { from, to, content } of changes) {
    parts.push(pdf.subarray(done, from), content)
    done = to
  }
  const tail = text
    .slice(tableAt)
    .replaceAll(entryInUse, offset => String(moved(Number(offset))).padStart(10, '0'))
    .replace(/(?<=startxref\s)\d+/, offset => String(moved(Number(offset))))
  return Buffer.concat([...parts, pdf.subarray(done, tableAt), Buffer.from(tail, 'latin1')])
}

/**
 * What a JPEG says of itself (ITU-T T.81, annex B), as far as it must be known to put one into a document as it is: its
 * size, for one with three colours of eight bits and no metadata, which could turn it or mean other colours. Null for
 * every other.
 */
export function plainJpeg(bytes: Uint8Array): { width: number; height: number } | null {
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isWhole = read.length > 4 && read.readUInt16BE(0) === start && read.readUInt16BE(read.length - 2) === end
  if (!isWhole) return null
  let size: { width: number; height: number } | null = null
  for (let at = 2; at + 4 <= read.length; at += 2 + read.readUInt16BE(at + 2)) {
    const marker = read.readUInt16BE(at)
    if (marker === scan) return size
    if (isForeign(marker)) return null
    if (!frames.has(marker)) continue
    if (at + 10 > read.length || read[at + 4] !== 8 || read[at + 9] !== 3) return null
    size = { height: read.readUInt16BE(at + 5), width: read.readUInt16BE(at + 7) }
  }
  return null
}

const [start, end, scan] = [0xffd8, 0xffd9, 0xffda]
/** Baseline, extended and progressive: what every reader of PDF decodes. */
const frames = new Set([0xffc0, 0xffc1, 0xffc2])
/**
 * APP1 to APP15 hold turns, profiles and other colours; APP0 is the JFIF head. Other markers and codings are foreign as
 * well.
 */
const isForeign = (marker: number): boolean =>
  (marker >= 0xffe1 && marker <= 0xffef) || marker < 0xffc0 || (marker >= 0xffc9 && marker <= 0xffcf)
