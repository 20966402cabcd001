import { newKey } from '../../lib/attemptKey.ts'
import { sha256 } from '../../lib/hash.ts'
import type { PhotoRow } from '../draft/rows.ts'

/** What was drawn as a picture on white, to be kept and sent like a photo. Throws where the device cannot write it. */
export async function keepDrawing(
  drawing: HTMLCanvasElement,
  entry_uuid: string,
  question_id: string,
): Promise<PhotoRow> {
  const paper = blank(drawing.width, drawing.height)
  paper.context.drawImage(drawing, 0, 0)
  const picture = await new Promise<Blob | null>(resolve => paper.canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('This device cannot write the picture')
  const bytes = await picture.arrayBuffer()
  return {
    uuid: newKey(),
    entry_uuid,
    question_id,
    name: 'signature.png',
    content_type: picture.type,
    bytes,
    sha256: await sha256(bytes),
    path: null,
    state: 'kept',
    taken_at: new Date().toISOString(),
  }
}

/** A name that was typed, written out in place of a drawing. */
export function drawnName(name: string): HTMLCanvasElement {
  const { canvas, context } = blank(900, 300)
  context.fillStyle = '#1c1917'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = 'italic 96px Georgia, "Times New Roman", serif'
  const size = Math.min(96, (96 * 820) / Math.max(1, context.measureText(name).width))
  context.font = `italic ${size}px Georgia, "Times New Roman", serif`
  context.fillText(name, 450, 150)
  return canvas
}

function blank(width: number, height: number) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This device cannot draw')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  return { canvas, context }
}
