import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxRequestWords } from '#shared/passes/rules.ts'
import { DateField } from '../../../ui/dates/DateField.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../Pass.module.css'
import type { About } from '../writing/unsent.ts'
import { useKeptDraft } from '../writing/useKeptDraft.ts'
import { useWriting } from '../writing/WritingProvider.tsx'

const blank = { words: '', dueOn: '' }

type Props = { about: About; onDone: () => void }

/** Asks for evidence, about a record or in general. */
export function AskForm({ about, onDone }: Props) {
  const { t } = useTranslation()
  const { write, isPreview } = useWriting()
  const { draft, change } = useKeptDraft(`request ${about ? `${about.kind} ${about.id}` : 'visit'}`, blank)
  const [failure, setFailure] = useState<string | null>(null)
  if (!draft) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPreview) return setFailure(t('passes.written.previewOnly'))
    const fields = { words: draft.words.trim(), due_on: draft.dueOn || null }
    const record = { kind: about?.kind ?? null, record_id: about?.id ?? null }
    try {
      await write('/request', { ...fields, ...record }, { about, pictures: [] })
    } catch {
      return setFailure(t('passes.written.full'))
    }
    change(null)
    onDone()
  }
  return (
    <form className={styles.form} aria-label={t('passes.requests.ask')} onSubmit={event => void submit(event)}>
      <Textarea
        label={t('passes.requests.what')}
        required
        autosize
        minRows={2}
        maxLength={maxRequestWords}
        value={draft.words}
        onChange={event => change({ words: event.currentTarget.value })}
      />
      <DateField
        label={t('passes.requests.dueOn')}
        description={t('passes.requests.dueHint')}
        value={draft.dueOn}
        min={new Date().toLocaleDateString('sv')}
        onChange={dueOn => change({ dueOn })}
      />
      {failure && <Notice kind="stop">{failure}</Notice>}
      <Group>
        <Button type="submit" disabled={!draft.words.trim()}>
          {t('passes.requests.send')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.close')}
        </Button>
      </Group>
    </form>
  )
}
