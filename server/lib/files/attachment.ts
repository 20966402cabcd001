/**
 * Uploaded files other than pictures: kept as they are and only served as downloads, so no browser runs them from our
 * address. Their type is judged from their bytes; a page or script under another name is text.
 */
import { endingOf, type FileEnding, fileKinds, isFileEnding } from '#shared/lib/fileKinds.ts'
import { Problem } from '#shared/lib/problem.ts'
import { kindOfBytes, type Picture, readPicture } from './picture.ts'

export type Document = Omit<Picture, 'width' | 'height'> & { width: null; height: null }

/** Word, Excel and PowerPoint of old look the same inside. */
const oldOffice = ['doc', 'xls', 'ppt']

/**
 * The re-encoded picture, or the document that the bytes are. Throws 415 for anything else, 413 for too many pixels.
 */
export async function readAttachment(bytes: Buffer, name: string, turnKey: string): Promise<Picture | Document> {
  const found = await kindOfBytes(bytes)
  if (found?.mime.startsWith('image/')) return readPicture(bytes, turnKey)
  const extension = endingIn(found, bytes, endingOf(name))
  if (!extension) throw new Problem('file_type_refused')
  return { content: bytes, contentType: fileKinds[extension], extension, width: null, height: null }
}

/** Sound alone is kept like a film without pictures by some phones, and some call sound in Ogg by another name. */
const sameInside: Record<string, (named: string) => string | undefined> = {
  mp4: named => (named === 'm4a' ? named : undefined),
  '3gp': named => (named === 'm4a' ? named : undefined),
  oga: () => 'ogg',
}

function endingIn(found: { ext: string } | undefined, bytes: Buffer, named: string): FileEnding | undefined {
  if (!found) return isText(bytes) ? (named === 'csv' ? 'csv' : 'txt') : undefined
  if (found.ext === 'cfb') return oldOffice.includes(named) && isFileEnding(named) ? named : undefined
  const extension = sameInside[found.ext]?.(named) ?? found.ext
  return isFileEnding(extension) ? extension : undefined
}

/** Whether it can be read as text, in any encoding. */
function isText(bytes: Buffer): boolean {
  if (bytes.length === 0) return false
  const isWide = bytes.length % 2 === 0 && ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2))
  const text = isWide
    ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    : bytes.toString('latin1')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from other bytes
  return !/[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text)
}
