import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawnName, drawnOnPaper, SignaturePad } from '../../../answers/photos/SignaturePad.tsx'
import { newKey } from '../../../lib/attemptKey.ts'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../Pass.module.css'
import { KeptPicture } from './Pictures.tsx'
import { useKeptDraft } from './useKeptDraft.ts'
import { useWriting } from './WritingProvider.tsx'

type Draft = { text: string; name: string; signature: string | null }

/** The closing note, signed by drawing or by the typed name. */
export function ClosingForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const hintId = useId()
  const { write, unsent, isPreview } = useWriting()
  const { draft, change } = useKeptDraft<Draft>('closing', { text: '', name: '', signature: null })
  const [failure, setFailure] = useState<string | null>(null)
  if (!draft) return null
  const name = draft.name.trim()
  const sign = async (drawing: HTMLCanvasElement) => {
    const uuid = newKey()
    try {
      await unsent?.keepPicture(uuid, await drawnOnPaper(drawing))
      change({ signature: uuid })
    } catch {
      setFailure(t('passes.written.full'))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPreview) return setFailure(t('passes.written.previewOnly'))
    if (!draft.signature) return
    const fields = { text: draft.text.trim(), signed_by: name, signature_uuid: draft.signature }
    try {
      await write('/closing', fields, { about: null, pictures: [draft.signature] })
    } catch {
      return setFailure(t('passes.written.full'))
    }
    change(null)
    onDone()
  }
  return (
    <form className={styles.form} aria-label={t('passes.written.closing')} onSubmit={event => void submit(event)}>
      <p id={hintId} className={styles.hint}>
        {t('passes.written.closingHint')}
      </p>
      <Textarea
        label={t('passes.written.closing')}
        autosize
        minRows={3}
        maxLength={10_000}
        value={draft.text}
        onChange={event => change({ text: event.currentTarget.value })}
      />
      <TextInput
        label={t('filling.signature.name')}
        required
        autoComplete="name"
        maxLength={200}
        value={draft.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      {draft.signature ? (
        <div className={styles.photos}>
          <KeptPicture uuid={draft.signature} alt={t('filling.signature.drawn')} />
          <Button variant="default" onClick={() => change({ signature: null })}>
            {t('filling.signature.again')}
          </Button>
        </div>
      ) : (
        <>
          <SignaturePad labelId={hintId} onDrawn={drawing => void sign(drawing)} />
          {name && (
            <Button variant="default" onClick={() => void sign(drawnName(name))}>
              {t('filling.signature.typed')}
            </Button>
          )}
        </>
      )}
      {failure && <Notice kind="stop">{failure}</Notice>}
      <Group>
        <Button type="submit" disabled={!name || !draft.signature}>
          {t('passes.written.sign')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.close')}
        </Button>
      </Group>
    </form>
  )
}
