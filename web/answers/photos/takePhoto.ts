/**
 * A picture as the camera gives it, kept at once, and made fit for sending: at most 2048 px along its long edge, as JPEG. Being drawn
 * anew, it carries neither the place nor the camera's data. Drawing takes a moment, in which a phone may end the app.
 */

import { newKey } from '../../lib/attemptKey.ts'
import { sha256 } from '../../lib/offline/hash.ts'
import type { PhotoRow } from '../draft/rows.ts'

const longestEdge = 2048
const quality = 0.82

/** The picture as it is. Throws where the file cannot be read. */
export async function takePhoto(file: File, entry_uuid: string, question_id: string): Promise<PhotoRow> {
  return {
    uuid: newKey(),
    entry_uuid,
    question_id,
    name: file.name.slice(0, 200) || 'photo',
    content_type: file.type,
    bytes: await file.arrayBuffer(),
    sha256: null,
    path: null,
    state: 'taken',
    taken_at: new Date().toISOString(),
  }
}

/** The picture as it is sent, no longer than `edge` where the form wants less than usual. Throws where it is none that this device can read. */
export async function drawPhoto(taken: PhotoRow, edge?: number): Promise<PhotoRow> {
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

/** A picture drawn anew, upright and no larger than it is kept. Throws where it is none that this device can read. */
export async function drawPicture(file: Blob, edge = longestEdge): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, Math.min(edge, longestEdge) / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This device cannot draw')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const picture = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!picture) throw new Error('This device cannot write the picture')
  return picture
}
