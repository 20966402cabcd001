import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassRequest } from '#shared/passes/requests.ts'
import { maxRequestWords } from '#shared/passes/rules.ts'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { EntryForm, useEntryForm } from '../writing/EntryForm.tsx'

/** Asks again where the answer is not enough, or withdraws the request. */
export function RequestActs({ request: { id, state } }: { request: PassRequest }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { draft, change, failure, send } = useEntryForm(`request again ${id}`, { words: '' }, () => setAsking(false))
  if (!draft) return null
  const words = draft.words.trim()
  return (
    <>
      {!isAsking && failure && <Notice kind="stop">{failure}</Notice>}
      {isAsking ? (
        <EntryForm
          label={t('passes.requests.again')}
          failure={failure}
          submit={t('passes.requests.sendAgain')}
          isReady={words !== ''}
          onSubmit={() => send('/request/again', { request_id: id, words })}
          onClosed={() => setAsking(false)}
        >
          <Textarea
            label={t('passes.requests.missing')}
            required
            autosize
            minRows={2}
            maxLength={maxRequestWords}
            value={draft.words}
            onChange={event => change({ words: event.currentTarget.value })}
          />
        </EntryForm>
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
            onConfirm={() => void send('/request/withdraw', { request_id: id, words: '' })}
          >
            {t('passes.requests.withdraw')}
          </ConfirmButton>
        </Group>
      )}
    </>
  )
}
