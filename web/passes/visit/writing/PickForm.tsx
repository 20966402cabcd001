import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EntryForm, useEntryForm } from './EntryForm.tsx'
import type { About } from './unsent.ts'

const blank = { reason: '' }

type Props = { about: NonNullable<About>; onDone: () => void }

/** Picks a record by hand, with the reason. */
export function PickForm({ about, onDone }: Props) {
  const { t } = useTranslation()
  const { draft, change, failure, send } = useEntryForm(`pick ${about.kind} ${about.id}`, blank, onDone)
  if (!draft) return null
  const reason = draft.reason.trim()
  return (
    <EntryForm
      label={t('passes.written.pick')}
      failure={failure}
      submit={t('passes.written.pickIt')}
      isReady={reason !== ''}
      onSubmit={() => send('/pick', { kind: about.kind, record_id: about.id, reason }, about)}
      onClosed={onDone}
    >
      <Textarea
        label={t('passes.written.reason')}
        required
        autosize
        minRows={2}
        maxLength={1_000}
        value={draft.reason}
        onChange={event => change({ reason: event.currentTarget.value })}
      />
    </EntryForm>
  )
}
