import { Button, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { drawnName, drawnOnPaper, SignaturePad } from '../../../answers/photos/SignaturePad.tsx'
import { newKey } from '../../../lib/attemptKey.ts'
import styles from '../Pass.module.css'
import { EntryForm, useEntryForm } from './EntryForm.tsx'
import { KeptPicture } from './Pictures.tsx'
import { useWriting } from './WritingProvider.tsx'

type Draft = { text: string; name: string; signature: string | null }
const blank: Draft = { text: '', name: '', signature: null }

/** The closing note, signed by drawing or by the typed name. */
export function ClosingForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const hintId = useId()
  const { unsent } = useWriting()
  const { draft, change, failure, setFailure, send } = useEntryForm('closing', blank, onDone)
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
  const { text, signature } = draft
  return (
    <EntryForm
      label={t('passes.written.closing')}
      failure={failure}
      submit={t('passes.written.sign')}
      isReady={name !== '' && signature !== null}
      onSubmit={async () => {
        if (!signature) return
        await send('/closing', { text: text.trim(), signed_by: name, signature_uuid: signature }, null, [signature])
      }}
      onClosed={onDone}
    >
      <p id={hintId} className={styles.hint}>
        {t('passes.written.closingHint')}
      </p>
      <Textarea
        label={t('passes.written.closing')}
        autosize
        minRows={3}
        maxLength={10_000}
        value={text}
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
      {signature ? (
        <div className={styles.photos}>
          <KeptPicture uuid={signature} alt={t('filling.signature.drawn')} />
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
    </EntryForm>
  )
}
