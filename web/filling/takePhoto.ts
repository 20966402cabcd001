/**
 * A picture as the camera gives it, made fit for keeping and sending: at most 2048 px along its long edge, as JPEG. Being drawn
 * anew, it carries neither the place nor the camera's data.
 */
import { newKey } from '../lib/attemptKey.ts'
import type { PhotoRow } from '../lib/offline/entry.ts'
import { sha256 } from '../lib/offline/hash.ts'

const longestEdge = 2048
const quality = 0.82

/** Throws where the file is no picture that this device can read. */
export async function takePhoto(file: File, entry_uuid: string, question_id: string): Promise<PhotoRow> {
  const picture = await drawn(file)
  const bytes = await picture.arrayBuffer()
  return {
    uuid: newKey(),
    entry_uuid,
    question_id,
    name: `${file.name.replace(/\.[^.]*$/, '').slice(0, 200) || 'photo'}.jpg`,
    content_type: picture.type,
    bytes,
    sha256: await sha256(bytes),
    path: null,
    state: 'kept',
    taken_at: new Date().toISOString(),
  }
}

async function drawn(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height))
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
