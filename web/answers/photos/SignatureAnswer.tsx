import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
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
import { drawnName, drawnOnPaper, SignaturePad } from './SignaturePad.tsx'

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

/** What was drawn, to be kept and sent like a photo. Throws where the device cannot write it. */
async function keepDrawing(drawing: HTMLCanvasElement, entry_uuid: string, question_id: string): Promise<PhotoRow> {
  const picture = await drawnOnPaper(drawing)
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
