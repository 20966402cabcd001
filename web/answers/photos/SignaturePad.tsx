import { Button } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './SignatureAnswer.module.css'

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
