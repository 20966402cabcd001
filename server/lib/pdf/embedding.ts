/**
 * Pictures come into a document when Typst has drawn it. Typst takes each apart and writes it anew, which costs ten times what the rest of
 * the document does, and some of the picture. So it draws stand-ins of one pixel's height, whose width says which picture they stand for,
 * and the JPEG takes their place as it is: another stream with another size in the same object.
 */
import type { PreparedPicture } from './pictures.ts'

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
const pictureObject =
  /<<\s+\/Length (?<length>\d+)\s+\/Type \/XObject\s+\/Subtype \/Image\s+\/Filter \/DCTDecode\s+\/Width (?<width>\d+)\s+\/Height 1\s[^>]*?>>\s+stream\n/g
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
