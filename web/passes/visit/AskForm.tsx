import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { PassRequest } from '#shared/passes/requests.ts'
import { maxRequestWords, type PassKind } from '#shared/passes/rules.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { useAction } from '../../lib/useAction.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { type Door, isOver, writeInPass } from './askPass.ts'
import styles from './Requests.module.css'

/** Sends what was typed under one key until it has arrived, so that a lost answer repeats nothing. */
export function useWriting(door: Door, onDone: () => void) {
  const [uuid, setUuid] = useState(newKey)
  return useAction(async (call: string, body: object) => {
    try {
      await writeInPass<PassRequest>(door.address, call, { ...body, uuid, device_time: wallClock(new Date()) })
      setUuid(newKey())
      onDone()
    } catch (error) {
      if (isOver(error)) door.onClosed(error)
      throw error
    }
  })
}

type Props = {
  /** The record that it is about. */
  about?: { kind: PassKind; record_id: number }
  door: Door
  isPreview: boolean
  onSent: () => void
  onCancel: () => void
}

/** Asks the company for evidence. */
export function AskForm({ about, door, isPreview, onSent, onCancel }: Props) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const [dueOn, setDueOn] = useState('')
  const { run, isBusy, error } = useWriting(door, onSent)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() && !isPreview) void run('/request', { words, due_on: dueOn || null, ...about })
  }
  return (
    <form className={styles.form} aria-label={t('passes.requests.ask')} onSubmit={submit}>
      <Textarea
        label={t('passes.requests.what')}
        required
        autosize
        minRows={2}
        maxLength={maxRequestWords}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
      />
      <DateField
        label={t('passes.requests.dueOn')}
        description={t('passes.requests.dueHint')}
        value={dueOn}
        onChange={setDueOn}
      />
      <Problem error={error} isPreview={isPreview} />
      <Group>
        <Button type="submit" loading={isBusy} disabled={isPreview}>
          {t('passes.requests.send')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  )
}

/** Why nothing was sent. */
export function Problem({ error, isPreview }: { error: unknown; isPreview: boolean }) {
  const { t } = useTranslation()
  if (isPreview) return <Notice kind="info">{t('passes.requests.preview')}</Notice>
  if (error === undefined) return null
  return (
    <Notice kind="stop">
      <ProblemText error={error} />
    </Notice>
  )
}
