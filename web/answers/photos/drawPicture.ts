/** At most 2048 px along the long edge, as JPEG. Being drawn again, a picture carries neither the place nor the camera's data. */
const longestEdge = 2048
const quality = 0.82

/** A picture drawn again, upright and no larger than it is kept. Throws where it is none that this device can read. */
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
