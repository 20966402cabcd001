import { Button, TextInput } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filesIn } from '#shared/forms/answers/content.ts'
import type { SignatureQuestion } from '#shared/forms/questions.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { sha256 } from '../../lib/hash.ts'
import { tellUndo } from '../../ui/toast.tsx'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import type { PhotoRow } from '../draft/rows.ts'
import { usePhotoAddress } from './PhotoAnswer.tsx'
import styles from './PhotoStrip.module.css'

/** A signature, drawn with pen, finger or mouse. People who cannot draw type their name, which is then written out. */
export function SignatureAnswer({ question, labelId }: { question: SignatureQuestion; labelId: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const [signed] = filesIn(useAnswer(question.id).value)
  const [name, setName] = useState('')

  async function sign(picture: HTMLCanvasElement, signedBy: string) {
    const photo = await keepDrawing(picture, draft.entry.uuid, question.id)
    const reference = {
      uuid: photo.uuid,
      name: photo.name,
      added_at: photo.taken_at,
      ...(signedBy && { signed_by: signedBy }),
    }
    draft.setValue(question, [reference], { photo })
  }

  function remove() {
    const before = draft.rowOf(question.id)?.answer.value
    draft.setValue(question, undefined)
    void tellUndo(t('filling.signature.removed'), t('common.undo'), () => draft.setValue(question, before))
  }

  if (signed)
    return (
      <div className={styles.signed}>
        <Drawn uuid={signed.uuid} />
        {signed.signed_by && <bdi className={styles.name}>{signed.signed_by}</bdi>}
        <Button variant="default" size="lg" onClick={remove}>
          {t('filling.signature.again')}
        </Button>
      </div>
    )
  const typed = name.trim()
  return (
    <div className={styles.form}>
      <TextInput
        size="lg"
        label={t('filling.signature.name')}
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <SignaturePad labelId={labelId} onDrawn={picture => void sign(picture, typed)} />
      {typed && (
        <Button variant="default" size="lg" onClick={() => void sign(drawnName(typed), typed)}>
          {t('filling.signature.typed')}
        </Button>
      )}
    </div>
  )
}

function Drawn({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const address = usePhotoAddress(uuid)
  return address ? <img src={address} alt={t('filling.signature.drawn')} className={styles.drawn} /> : null
}

const size = { width: 900, height: 300 }

type Props = { labelId: string; onDrawn: (picture: HTMLCanvasElement) => void }

/** Where a signature is drawn. It counts when the person says so, because nobody draws it in one stroke. */
function SignaturePad({ labelId, onDrawn }: Props) {
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

/** What was drawn as a picture on white, to be kept and sent like a photo. Throws where the device cannot write it. */
async function keepDrawing(drawing: HTMLCanvasElement, entry_uuid: string, question_id: string): Promise<PhotoRow> {
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
function drawnName(name: string): HTMLCanvasElement {
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
