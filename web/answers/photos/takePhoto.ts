/**
 * A picture as the camera gives it, kept at once, and then made fit for sending: drawing takes a moment, in which a
 * phone may end the app.
 */

import { keptFilename } from '#shared/lib/filename.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { drawPicture, maxPictureEdge } from '../../lib/drawPicture.ts'
import { sha256 } from '../../lib/hash.ts'
import type { PhotoRow } from '../draft/rows.ts'

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

/** How long after a picture could not be drawn it is tried again. */
const againMs = 1_000

/**
 * The picture as it is sent, no longer than `edge` where the form wants less than usual. Throws where it is none that
 * this device can read, though it reads others.
 */
export async function drawPhoto(taken: PhotoRow, edge?: number): Promise<PhotoRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await draw(taken, edge)
    } catch (error) {
      // WebKit reads no file from the moment a navigation begins until the next page is there (docs/decisions/0089): a
      // photo that was taken for no picture then would be removed from the form for good.
      if (attempt > 1 && (await drawsPictures())) throw error
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
  }
}

/** The smallest GIF. */
const sample = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), letter =>
  letter.charCodeAt(0),
)

/** Tells whether this page draws a picture that is one. */
const drawsPictures = (): Promise<boolean> =>
  drawPicture(new Blob([sample], { type: 'image/gif' })).then(
    () => true,
    () => false,
  )

async function draw(taken: PhotoRow, edge?: number): Promise<PhotoRow> {
  const picture = await drawPicture(new Blob([taken.bytes ?? new ArrayBuffer()], { type: taken.content_type }), {
    maxEdge: Math.min(edge ?? maxPictureEdge, maxPictureEdge),
  })
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
