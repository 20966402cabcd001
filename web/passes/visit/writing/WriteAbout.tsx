import { Button, Group, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../Pass.module.css'
import { EntryForm, useEntryForm } from './EntryForm.tsx'
import { FindingForm } from './FindingForm.tsx'
import type { About } from './unsent.ts'
import { useWriting } from './WritingProvider.tsx'

/** What an inspector can write about the record that is open; nothing after the closing note. */
export function WriteAbout({ about }: { about: NonNullable<About> }) {
  const { t } = useTranslation()
  const { isClosed } = useWriting()
  const [form, setForm] = useState<'finding' | 'pick' | null>(null)
  const close = () => setForm(null)
  if (isClosed) return null
  return (
    <div className={styles.part}>
      {form === null && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconAlertTriangle size={20} aria-hidden />}
            onClick={() => setForm('finding')}
          >
            {t('passes.written.add')}
          </Button>
          <Button variant="default" leftSection={<IconPin size={20} aria-hidden />} onClick={() => setForm('pick')}>
            {t('passes.written.pick')}
          </Button>
        </Group>
      )}
      {form === 'finding' && <FindingForm about={about} onDone={close} />}
      {form === 'pick' && <PickForm about={about} onDone={close} />}
      <WaitingAbout about={about} />
    </div>
  )
}

/** Says that something about this record waits for the network. */
function WaitingAbout({ about }: { about: NonNullable<About> }) {
  const { t } = useTranslation()
  const { waiting } = useWriting()
  const own = waiting.filter(({ about: of }) => of?.kind === about.kind && of.id === about.id)
  if (own.length === 0) return null
  return (
    <p role="status">
      <a href="#written">{t('passes.written.notSent')}</a>
    </p>
  )
}

const blank = { reason: '' }

type Props = { about: NonNullable<About>; onDone: () => void }

/** Picks a record by hand, with the reason. */
function PickForm({ about, onDone }: Props) {
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
