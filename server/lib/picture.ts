/**
 * Uploaded pictures are drawn anew: what is stored was written by us. So nothing hides behind the pixels — no place, no camera, no
 * second file — and a phone's sideways photo stands upright for everybody.
 */
import { fileTypeFromBuffer } from 'file-type'
import type { FormatEnum } from 'sharp'
import { Problem } from '#shared/lib/problem.ts'

export type Picture = { content: Buffer; contentType: string; extension: string; width: number; height: number }

/** What browsers show. SVG is a document with scripts, and no picture. */
const kinds: Record<string, { format: keyof FormatEnum; extension: string }> = {
  'image/jpeg': { format: 'jpeg', extension: 'jpg' },
  'image/png': { format: 'png', extension: 'png' },
  'image/webp': { format: 'webp', extension: 'webp' },
}

const longestEdge = 2560
/** Phones make up to 50 million; a few bytes can claim to be thousands of millions. */
const mostPixels = 64_000_000

/**
 * The picture that the bytes are, whatever their name says: upright, at most 2560 pixels long, without metadata.
 * Throws 415 for anything that is no such picture, 413 for one with too many pixels.
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  const type = await fileTypeFromBuffer(bytes)
  const kind = kinds[type?.mime ?? '']
  if (!type || !kind) throw new Problem('file_type_refused')
  // Its library is large, and is not needed before the first picture.
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true })
      .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
      .toFormat(kind.format, { quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, contentType: type.mime, extension: kind.extension, width: info.width, height: info.height }
  } catch (error) {
    throw new Problem(String(error).includes('pixel limit') ? 'too_large' : 'file_type_refused')
  }
}

/** A person's picture out of one that was read: its middle, as a square of at most 512 pixels. */
export async function squarePicture(content: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { width = 1, height = 1 } = await sharp(content).metadata()
  const edge = Math.min(512, width, height)
  return sharp(content).resize({ width: edge, height: edge, fit: 'cover' }).webp({ quality: 85 }).toBuffer()
}
