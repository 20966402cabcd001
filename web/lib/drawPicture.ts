/** The longer edge of photos of forms, tasks, animals and certificates, in pixels. */
export const maxPictureEdge = 2048

type Options = {
  /** The longer edge of the result is at most this many pixels. */
  maxEdge?: number
  quality?: number
  /** A PNG stays one and keeps its transparency; everything else becomes a JPEG. */
  keepsPng?: boolean
}

/**
 * Draws a picture again, upright and no larger than it is kept: without the place and the camera's data. Throws where
 * this device cannot read it.
 */
export async function drawPicture(
  file: Blob,
  { maxEdge = maxPictureEdge, quality = 0.82, keepsPng = false }: Options = {},
): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  try {
    const scale = Math.min(1, maxEdge / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This device cannot draw')
    const isPng = keepsPng && file.type === 'image/png'
    if (!isPng) {
      context.fillStyle = 'white'
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const type = isPng ? 'image/png' : 'image/jpeg'
    const picture = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality))
    if (!picture) throw new Error('This device cannot write the picture')
    return picture
  } finally {
    bitmap.close()
  }
}
