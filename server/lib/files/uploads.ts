import type { Endpoint } from '#shared/lib/contract.ts'
import { type Document, readAttachment } from './attachment.ts'
import { type Picture, type Preview, previewOf, readPicture } from './picture.ts'

/**
 * Reads the file of a call, as the call takes it: pictures are encoded again, so that nothing else is in them, other
 * kinds are checked. Throws 415 for a kind that is refused. `key` is the company or network whose turn it is.
 */
export async function readUpload(
  multipart: Endpoint['multipart'],
  { name, content }: { name: string; content: Buffer },
  key: string,
  wantsPreview: boolean,
): Promise<(Picture | Document) & { preview: Preview | null }> {
  if (multipart === 'raw' || multipart === 'piece') return { ...asSent(content), preview: null }
  const isAttachment = multipart === 'attachment' || multipart === 'attachments'
  const read = isAttachment ? await readAttachment(content, name, key) : await readPicture(content, key)
  return { ...read, preview: wantsPreview && read.width !== null ? await previewOf(read.content, key) : null }
}

/** A file that its handler reads itself, and of which nothing is stored. */
const asSent = (content: Buffer): Document => ({
  content,
  contentType: 'application/octet-stream',
  extension: 'bin',
  width: null,
  height: null,
})
