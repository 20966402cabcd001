import { Button } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './PhotoStrip.module.css'

const size = { width: 900, height: 300 }

type Props = { labelId: string; onDrawn: (picture: HTMLCanvasElement) => void }

/** Where a signature is drawn. It counts when the person says so, because nobody draws it in one stroke. */
export function SignaturePad({ labelId, onDrawn }: Props) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasInk, setInk] = useState(false)

  function draw(event: PointerEvent<HTMLCanvasElement>, isStart: boolean) {
    const context = canvas.current?.getContext('2d')
    if (!context || (!isStart && !event.currentTarget.hasPointerCapture(event.pointerId))) return
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * size.width
    const y = ((event.clientY - box.top) / box.height) * size.height
    if (isStart) {
      event.currentTarget.setPointerCapture(event.pointerId)
      context.lineWidth = 5
      context.lineCap = 'round'
      context.lineJoin = 'round'
      context.strokeStyle = '#1c1917'
      context.beginPath()
      context.moveTo(x, y)
    }
    context.lineTo(x, y)
    context.stroke()
    setInk(true)
  }

  function clear() {
    canvas.current?.getContext('2d')?.clearRect(0, 0, size.width, size.height)
    setInk(false)
  }

  return (
    <>
      <canvas
        ref={canvas}
        {...size}
        role="img"
        className={styles.pad}
        aria-label={t('filling.signature.pad')}
        aria-describedby={labelId}
        onPointerDown={event => draw(event, true)}
        onPointerMove={event => draw(event, false)}
      />
      {hasInk && (
        <div className={styles.buttons}>
          <Button size="lg" onClick={() => canvas.current && onDrawn(canvas.current)}>
            {t('filling.signature.done')}
          </Button>
          <Button size="lg" variant="default" onClick={clear}>
            {t('filling.clear')}
          </Button>
        </div>
      )}
    </>
  )
}

/** What was drawn as a picture on white. Throws where the device cannot write it. */
export async function drawnOnPaper(drawing: HTMLCanvasElement): Promise<Blob> {
  const paper = blank(drawing.width, drawing.height)
  paper.context.drawImage(drawing, 0, 0)
  const picture = await new Promise<Blob | null>(resolve => paper.canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('This device cannot write the picture')
  return picture
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
