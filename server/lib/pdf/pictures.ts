/**
 * A picture as the page needs it: upright, in sRGB, without metadata, no larger than print shows. What cannot be
 * decoded is null, so that one bad file costs its own place and not the document.
 */
import { createHash } from 'node:crypto'
import { plainJpeg } from './jpeg.ts'

/** Pictures are at most 46 mm high, one of 4:3 then 61 mm wide: 800 pixels there are 330 per inch. */
const LONGEST_SIDE = 800
/** Of those prepared last, which are wanted again where a document is made anew: in another language, after a correction. */
const MOST_KEPT = 32_000_000

export type PreparedPicture = { bytes: Buffer; width: number; height: number }

const kept = new Map<string, PreparedPicture>()
let keptBytes = 0

/** A small photo as tend draws them (`lib/files/picture.ts`) is ready as it is. */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture | null> {
  const size = plainJpeg(bytes)
  if (size && Math.max(size.width, size.height) <= LONGEST_SIDE) return { bytes: Buffer.from(bytes), ...size }
  const name = createHash('sha256').update(bytes).digest('base64')
  const known = kept.get(name)
  if (known) {
    kept.delete(name)
    kept.set(name, known)
    return known
  }
  const made = await draw(bytes)
  if (made) keep(name, made)
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

/** The longest unused go first. */
function keep(name: string, picture: PreparedPicture): void {
  // The same may have been prepared twice at once.
  keptBytes += picture.bytes.length - (kept.get(name)?.bytes.length ?? 0)
  kept.set(name, picture)
  for (const [oldest, { bytes }] of kept) {
    if (keptBytes <= MOST_KEPT) return
    kept.delete(oldest)
    keptBytes -= bytes.length
  }
}
