/**
 * A company's logo, drawn anew as a PNG: what every mail program, browser and printer shows, with its transparency. An SVG is a document that
 * may hold scripts and lead elsewhere, so it is never kept: its drawing is, as it looks at the size that we show.
 */
import { Problem } from '#shared/lib/problem.ts'
import { heavyWork } from '../heavy/heavyWork.ts'
import { kindOfBytes } from './kindOfBytes.ts'
import type { Picture } from './picture.ts'

/** As it was sent; a logo is no photo. */
const mostBytes = 2 * 1024 * 1024
const mostSvgBytes = 512 * 1024
const mostPixels = 32_000_000
const mostSeconds = 20
/** Twice as large as it is shown anywhere, for sharp screens and print. */
const [widest, highest] = [800, 320]

const bitmaps = ['image/png', 'image/jpeg', 'image/webp']
/** What a drawing could bring in from elsewhere, or grow by: entities, and addresses other than data. */
const leadsOut =
  /<!ENTITY|<!DOCTYPE[^<>]*\[|<\?xml-stylesheet|<script|<foreignObject|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)/i

/**
 * The logo that the bytes are, whatever their name says: at most 800 × 320, without metadata. Light signs without a ground get a dark one,
 * because paper, mails and most screens are light. Throws 415 for what is no picture of a known kind, 413 for one that is too large, 503 where
 * too many wait.
 */
export async function readLogo(bytes: Buffer, whose: string): Promise<Picture> {
  if (bytes.length > mostBytes) throw new Problem('too_large', { text: 'logo_too_large' })
  const isDrawing = isSvg(bytes)
  const type = await kindOfBytes(bytes)
  if (!isDrawing && !bitmaps.includes(type?.mime ?? '')) throw new Problem('file_type_refused')
  if (isDrawing && bytes.length > mostSvgBytes) throw new Problem('too_large', { text: 'logo_too_large' })
  if (isDrawing && leadsOut.test(bytes.toString('utf8')))
    throw new Problem('file_type_refused', { text: 'logo_leads_out' })
  try {
    return await heavyWork('picture', whose, () => draw(bytes, isDrawing))
  } catch (error) {
    if (error instanceof Problem) throw error
    const words = String(error)
    if (words.includes('pixel limit')) throw new Problem('too_large', { text: 'logo_too_large' })
    throw new Problem(words.includes('timeout') ? 'unavailable' : 'file_type_refused')
  }
}

/** Whether it is text that holds a drawing, with or without a head of XML. */
const isSvg = (bytes: Buffer) =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(
    bytes.subarray(0, 4096).toString('utf8'),
  )

async function draw(bytes: Buffer, isDrawing: boolean): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  const limits = { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true } as const
  const options = isDrawing ? { ...limits, density: await densityOf(bytes) } : limits
  const { data, info } = await sharp(bytes, options)
    .resize({ width: widest, height: highest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .timeout({ seconds: mostSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const drawn = sharp(data, { raw: { width, height, channels: 4 } })
  const grounded = isLightAlone(data) ? drawn.flatten({ background: darkGround }) : drawn
  const content = await grounded.png({ compressionLevel: 9 }).toBuffer()
  return { content, contentType: 'image/png', extension: 'png', width, height }

  /** Dots per inch at which a drawing is as large as we keep it: scaled up afterwards it would be blurred. */
  async function densityOf(svg: Buffer): Promise<number> {
    const size = await sharp(svg, limits).metadata()
    const scale = Math.min(widest / Math.max(1, size.width ?? 1), highest / Math.max(1, size.height ?? 1))
    return Math.min(2400, Math.max(1, 72 * scale))
  }
}

const darkGround = '#1c1917'
/** Of 255: lighter than that nothing can be read on white. */
const light = 215

/** Whether all that it shows is light, on no ground of its own. */
function isLightAlone(pixels: Buffer): boolean {
  let [shown, sum, clear] = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) clear++
    shown += alpha
    sum += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)
  }
  return clear * 4 > pixels.length / 20 && shown > 0 && sum / shown > light
}
