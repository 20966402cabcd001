import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../Pass.module.css'
import type { About } from './unsent.ts'
import { useKeptDraft } from './useKeptDraft.ts'
import { useWriting } from './WritingProvider.tsx'

const blank = { reason: '' }

type Props = { about: NonNullable<About>; onDone: () => void }

/** Picks a record by hand, with the reason. */
export function PickForm({ about, onDone }: Props) {
  const { t } = useTranslation()
  const { write, isPreview } = useWriting()
  const { draft, change } = useKeptDraft(`pick ${about.kind} ${about.id}`, blank)
  const [failure, setFailure] = useState<string | null>(null)
  if (!draft) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPreview) return setFailure(t('passes.written.previewOnly'))
    const fields = { kind: about.kind, record_id: about.id, reason: draft.reason.trim() }
    try {
      await write('/pick', fields, { about, pictures: [] })
    } catch {
      return setFailure(t('passes.written.full'))
    }
    change(null)
    onDone()
  }
  return (
    <form className={styles.form} aria-label={t('passes.written.pick')} onSubmit={event => void submit(event)}>
      <Textarea
        label={t('passes.written.reason')}
        required
        autosize
        minRows={2}
        maxLength={1_000}
        value={draft.reason}
        onChange={event => change({ reason: event.currentTarget.value })}
      />
      {failure && <Notice kind="stop">{failure}</Notice>}
      <Group>
        <Button type="submit" disabled={!draft.reason.trim()}>
          {t('passes.written.pickIt')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.close')}
        </Button>
      </Group>
    </form>
  )
}
