import { endingOf, fileKinds, isFileEnding, largestFile, mediaEndings } from '#shared/lib/fileKinds.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { sha256 } from '../../lib/hash.ts'
import type { PhotoRow } from '../draft/rows.ts'

/** What a browser is to offer when it asks for a file. */
export const acceptedFiles = ['image/*', ...Object.keys(fileKinds).map(ending => `.${ending}`)].join(',')

/** The same for sound and film. */
export const acceptedMedia = mediaEndings.map(ending => `.${ending}`).join(',')

/** Why a file cannot be added: a kind that nobody takes, too large, or not to be read. */
export type FileFault = 'kind' | 'size' | 'unreadable'

/** A file made ready to be kept and sent as it is, or why it cannot be. Pictures go the way of photos (`keepPhoto`). */
export async function takeFile(file: File, entry_uuid: string, question_id: string): Promise<PhotoRow | FileFault> {
  const ending = endingOf(file.name)
  if (!isFileEnding(ending)) return 'kind'
  if (file.size > largestFile) return 'size'
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes?.byteLength) return 'unreadable'
  return {
    uuid: newKey(),
    entry_uuid,
    question_id,
    name: file.name.slice(-255),
    content_type: fileKinds[ending],
    bytes,
    sha256: await sha256(bytes),
    path: null,
    state: 'kept',
    taken_at: new Date().toISOString(),
  }
}
