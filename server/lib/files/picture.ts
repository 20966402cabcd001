/**
 * Uploaded pictures are drawn anew: what is stored was written by us. So nothing hides behind the pixels — no place, no camera, no
 * second file — and a phone's sideways photo stands upright for everybody.
 */
import type { FormatEnum } from 'sharp'
import { Problem, type ProblemCode } from '#shared/lib/problem.ts'
import { heavyWork } from '../heavy/heavyWork.ts'
import { kindOfBytes } from './kindOfBytes.ts'

export type Picture = { content: Buffer; contentType: string; extension: string; width: number; height: number }

/** What browsers show. SVG is a document with scripts, and no picture. */
const kinds: Record<string, { format: keyof FormatEnum; extension: string }> = {
  'image/jpeg': { format: 'jpeg', extension: 'jpg' },
  'image/png': { format: 'png', extension: 'png' },
  // The first of an animated one's pictures: what moves by itself disturbs whoever reads.
  'image/gif': { format: 'gif', extension: 'gif' },
  'image/webp': { format: 'webp', extension: 'webp' },
}

const longestEdge = 2560
/** By the clock: on a machine with much to do a picture of as many points as may be takes long through no fault of its own. */
const mostSeconds = 60
/** Phones make up to 50 million; a few bytes can claim to be thousands of millions. */
const mostPixels = 64_000_000

/**
 * The picture that the bytes are, whatever their name says: upright, at most 2560 pixels long, without metadata.
 * Throws 415 for anything that is no such picture, 413 for one with too many pixels, 503 where too many wait.
 */
export async function readPicture(bytes: Uint8Array, whose: string): Promise<Picture> {
  const type = await kindOfBytes(bytes)
  const kind = kinds[type?.mime ?? '']
  if (!type || !kind) throw new Problem('file_type_refused')
  // Its library is large, and is not needed before the first picture.
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await heavyWork('picture', whose, () =>
      sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true })
        .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
        .toFormat(kind.format, { quality: 85 })
        .timeout({ seconds: mostSeconds })
        .toBuffer({ resolveWithObject: true }),
    )
    return { content: data, contentType: type.mime, extension: kind.extension, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(refusalOf(String(error)))
  }
}

function refusalOf(error: string): ProblemCode {
  if (error.includes('pixel limit')) return 'too_large'
  return error.includes('timeout') ? 'unavailable' : 'file_type_refused'
}

/** A small picture for lists and for paper, and a tiny one to stand there until it has come. */
export type Preview = { content: Buffer; extension: PreviewExtension; placeholder: string }
type PreviewExtension = 'jpg' | 'webp'

/** What a preview is, by its path. */
export const previewType = (path: string): string => (path.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')

const previewEdge = 640
const placeholderEdge = 16

/** Both out of a picture that was read. A photo's stays a JPEG, which a PDF takes as it is; drawings may be seen through, as WebP can. */
export async function previewOf(content: Uint8Array, whose: string): Promise<Preview> {
  const { default: sharp } = await import('sharp')
  return heavyWork('picture', whose, async () => {
    const { format } = await sharp(content).metadata()
    const scaled = (edge: number) =>
      sharp(content)
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: mostSeconds })
    const small = scaled(previewEdge)
    const isPhoto = format === 'jpeg'
    const drawn = isPhoto
      ? small.toColourspace('srgb').jpeg({ quality: 78, mozjpeg: true }).toBuffer()
      : small.webp({ quality: 75 }).toBuffer()
    const tiny = await scaled(placeholderEdge).webp({ quality: 40 }).toBuffer()
    return {
      ...{ content: await drawn, extension: isPhoto ? 'jpg' : 'webp' },
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    }
  })
}

/** A person's picture out of one that was read: its middle, as a square of at most 512 pixels. */
export async function squarePicture(content: Uint8Array, whose: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return heavyWork('picture', whose, async () => {
    const { width = 1, height = 1 } = await sharp(content).metadata()
    const edge = Math.min(512, width, height)
    return sharp(content)
      .resize({ width: edge, height: edge, fit: 'cover' })
      .webp({ quality: 85 })
      .timeout({ seconds: mostSeconds })
      .toBuffer()
  })
}
