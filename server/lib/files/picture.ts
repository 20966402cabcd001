/**
 * Uploaded pictures are re-encoded: the stored bytes were written by us. So nothing hides behind the pixels — no place,
 * no camera, no second file — and a phone's sideways photo is upright for everybody.
 */
import type { FormatEnum } from 'sharp'
import { fileKinds } from '#shared/lib/fileKinds.ts'
import { Problem } from '#shared/lib/problem.ts'
import { drawApart } from './pictureWork.ts'

export type Picture = { content: Buffer; contentType: string; extension: string; width: number; height: number }

/** What browsers show. SVG is a document with scripts, and no picture. */
const kinds: Record<string, { format: keyof FormatEnum; extension: string }> = {
  'image/jpeg': { format: 'jpeg', extension: 'jpg' },
  'image/png': { format: 'png', extension: 'png' },
  // The first of an animated one's pictures: movement disturbs reading.
  'image/gif': { format: 'gif', extension: 'gif' },
  'image/webp': { format: 'webp', extension: 'webp' },
}

/**
 * The picture that the bytes are, independent of their name: upright, at most 2560 pixels long, without metadata.
 * Throws 415 for anything that is no such picture, 413 for one with too many pixels, 503 where too many wait.
 */
export async function readPicture(bytes: Uint8Array, turnKey: string): Promise<Picture> {
  const type = await kindOfBytes(bytes)
  const kind = kinds[type?.mime ?? '']
  if (!type || !kind) throw new Problem('file_type_refused')
  const drawn = await drawApart('picture', turnKey, 'picture', bytes, kind.format)
  return { ...drawn, content: Buffer.from(drawn.content), contentType: type.mime, extension: kind.extension }
}

/** A small picture for lists and for paper, and a tiny placeholder until it has loaded. */
export type Preview = { content: Buffer; extension: PreviewExtension; placeholder: string }
type PreviewExtension = 'jpg' | 'webp'

/** What a preview is, by its path. */
export const previewType = (path: string): string => (path.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')

/** Both out of a picture that was read. */
export async function previewOf(content: Uint8Array, turnKey: string): Promise<Preview> {
  const { tiny, extension, ...drawn } = await drawApart('picture', turnKey, 'preview', content)
  const placeholder = `data:image/webp;base64,${Buffer.from(tiny).toString('base64')}`
  return { content: Buffer.from(drawn.content), extension, placeholder }
}

/** A person's picture out of one that was read: its middle, as a square of at most 512 pixels. */
export async function squarePicture(content: Uint8Array, turnKey: string): Promise<Buffer> {
  return Buffer.from((await drawApart('picture', turnKey, 'square', content)).content)
}

/**
 * As much as the library looks at: a ZIP of 300,000 entries without sizes kept the server from answering for a third of
 * a second.
 */
const maxLookedAt = 1024 * 1024

/** The part that each kind of Office document has, for those in which it lies behind large pictures. */
const officeParts = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml', pptx: 'ppt/presentation.xml' } as const

/** Detects the kind of file from its bytes; undefined where they do not tell, as for text. */
export async function kindOfBytes(bytes: Uint8Array): Promise<{ ext: string; mime: string } | undefined> {
  // The library knows two hundred kinds, and is not needed before the first file.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, maxLookedAt))
  if (found?.ext !== 'zip' || bytes.length <= maxLookedAt) return found
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const ext of Object.keys(officeParts) as (keyof typeof officeParts)[])
    if (rest.includes(officeParts[ext])) return { ext, mime: fileKinds[ext] }
  return found
}
