/**
 * A company's logo, re-encoded as a PNG: what every mail program, browser and printer shows, with its transparency. An
 * SVG is a document that may hold scripts and lead elsewhere, so it is never kept: its drawing is, as it looks at the
 * size that we show.
 */
import { Problem } from '#shared/lib/problem.ts'
import { kindOfBytes, type Picture } from '../lib/files/picture.ts'
import { drawApart } from '../lib/files/pictureWork.ts'

/** As it was sent; a logo is no photo. */
const maxBytes = 2 * 1024 * 1024
const maxSvgBytes = 512 * 1024

const bitmaps = ['image/png', 'image/jpeg', 'image/webp']
/** What a drawing could bring in from elsewhere, or grow by: entities, and addresses other than data. */
const leadsOut =
  /<!ENTITY|<!DOCTYPE[^<>]*\[|<\?xml-stylesheet|<script|<foreignObject|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)/i

/**
 * The logo that the bytes are, independent of their name: at most 800 × 320, without metadata. Throws 415 for what is
 * no picture of a known kind, 413 for one that is too large or too much to draw, 503 where too many wait.
 */
export async function readLogo(bytes: Buffer, turnKey: string): Promise<Picture> {
  if (bytes.length > maxBytes) throw new Problem('too_large', { text: 'logo_too_large' })
  const isDrawing = isSvg(bytes)
  const type = await kindOfBytes(bytes)
  if (!isDrawing && !bitmaps.includes(type?.mime ?? '')) throw new Problem('file_type_refused')
  if (isDrawing && bytes.length > maxSvgBytes) throw new Problem('too_large', { text: 'logo_too_large' })
  if (isDrawing && leadsOut.test(bytes.toString('utf8')))
    throw new Problem('file_type_refused', { text: 'logo_leads_out' })
  const kind = isDrawing ? 'drawing' : 'picture'
  const drawn = await drawApart(kind, turnKey, 'graphic', bytes, isDrawing).catch(error => {
    if (error instanceof Problem && error.code === 'too_large')
      throw new Problem('too_large', { text: 'logo_too_large' })
    throw error
  })
  return { ...drawn, content: Buffer.from(drawn.content), contentType: 'image/png', extension: 'png' }
}

/** Whether it is text that holds a drawing, with or without a head of XML. */
const isSvg = (bytes: Buffer) =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(
    bytes.subarray(0, 4096).toString('utf8'),
  )
