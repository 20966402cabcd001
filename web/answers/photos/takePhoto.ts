/** A picture as the camera gives it, kept at once, and then made fit for sending: drawing takes a moment, in which a phone may end the app. */

import { keptFilename } from '#shared/lib/filename.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { sha256 } from '../../lib/hash.ts'
import type { PhotoRow } from '../draft/rows.ts'
import { drawPicture } from './drawPicture.ts'

/** The picture as it is. Throws where the file cannot be read. */
export async function takePhoto(file: File, entry_uuid: string, question_id: string): Promise<PhotoRow> {
  return {
    uuid: newKey(),
    entry_uuid,
    question_id,
    name: keptFilename(file.name) || 'photo',
    content_type: file.type,
    bytes: await file.arrayBuffer(),
    sha256: null,
    path: null,
    state: 'taken',
    taken_at: new Date().toISOString(),
  }
}

/** How long after a picture could not be drawn it is tried once more. */
const againMs = 1_000

/** The picture as it is sent, no longer than `edge` where the form wants less than usual. Throws where it is none that this device can read. */
export async function drawPhoto(taken: PhotoRow, edge?: number): Promise<PhotoRow> {
  try {
    return await draw(taken, edge)
  } catch {
    // WebKit stops reading files when somebody leaves the page: taken for no picture, the photo would be removed from the form for good.
    await new Promise(resolve => setTimeout(resolve, againMs))
    return draw(taken, edge)
  }
}

async function draw(taken: PhotoRow, edge?: number): Promise<PhotoRow> {
  const picture = await drawPicture(new Blob([taken.bytes ?? new ArrayBuffer()], { type: taken.content_type }), edge)
  const bytes = await picture.arrayBuffer()
  return {
    ...taken,
    name: drawnName(taken),
    content_type: picture.type,
    bytes,
    sha256: await sha256(bytes),
    state: 'kept',
  }
}

/** What a picture is called once it is drawn. */
export const drawnName = ({ name }: PhotoRow): string => `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`
