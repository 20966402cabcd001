import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassRequest } from '#shared/passes/requests.ts'
import { maxRequestWords } from '#shared/passes/rules.ts'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../Pass.module.css'
import { useKeptDraft } from '../writing/useKeptDraft.ts'
import { useWriting } from '../writing/WritingProvider.tsx'

/** Asks again where the answer is not enough, or withdraws the request. */
export function RequestActs({ request: { id, state } }: { request: PassRequest }) {
  const { t } = useTranslation()
  const { write, isPreview } = useWriting()
  const { draft, change } = useKeptDraft(`request again ${id}`, { words: '' })
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (!draft) return null
  const send = async (call: '/request/again' | '/request/withdraw', words: string) => {
    if (isPreview) return setFailure(t('passes.written.previewOnly'))
    try {
      await write(call, { request_id: id, words }, { about: null, pictures: [] })
    } catch {
      return setFailure(t('passes.written.full'))
    }
    change(null)
    setAsking(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send('/request/again', draft.words.trim())
  }
  return (
    <>
      {failure && <Notice kind="stop">{failure}</Notice>}
      {isAsking ? (
        <form className={styles.form} onSubmit={submit}>
          <Textarea
            label={t('passes.requests.missing')}
            required
            autosize
            minRows={2}
            maxLength={maxRequestWords}
            value={draft.words}
            onChange={event => change({ words: event.currentTarget.value })}
          />
          <Group>
            <Button type="submit" disabled={!draft.words.trim()}>
              {t('passes.requests.sendAgain')}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('common.close')}
            </Button>
          </Group>
        </form>
      ) : (
        <Group gap="xs">
          {state === 'answered' && (
            <Button variant="default" size="sm" onClick={() => setAsking(true)}>
              {t('passes.requests.again')}
            </Button>
          )}
          <ConfirmButton
            question={t('passes.requests.withdrawQuestion')}
            confirmText={t('passes.requests.withdraw')}
            buttonProps={{ size: 'sm' }}
            onConfirm={() => void send('/request/withdraw', '')}
          >
            {t('passes.requests.withdraw')}
          </ConfirmButton>
        </Group>
      )}
    </>
  )
}
