import { Button, Textarea } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { maxRequestWords } from '#shared/passes/rules.ts'
import { DateField } from '../../../ui/dates/DateField.tsx'
import styles from '../Pass.module.css'
import { EntryForm, useEntryForm } from '../writing/EntryForm.tsx'
import { aboutOf, lacksRecord, nothingPicked, RecordField } from '../writing/RecordField.tsx'
import type { About } from '../writing/unsent.ts'
import { useWriting } from '../writing/WritingProvider.tsx'

/** Asks for evidence about the record that is open. */
export function AskAbout({ about }: { about: NonNullable<About> }) {
  const { t } = useTranslation()
  const { isClosed } = useWriting()
  const [isAsking, setAsking] = useState(false)
  if (isClosed) return null
  if (isAsking) return <AskForm about={about} onDone={() => setAsking(false)} />
  return (
    <div className={styles.buttons}>
      <Button variant="default" leftSection={<IconFileSearch size={20} aria-hidden />} onClick={() => setAsking(true)}>
        {t('passes.requests.askAbout')}
      </Button>
    </div>
  )
}

const blank = { words: '', dueOn: '', picked: nothingPicked }

type Props = { about: About; onDone: () => void }

/** Asks for evidence, about the record that is open, one that is picked here, or the visit in general. */
export function AskForm({ about: open, onDone }: Props) {
  const { t } = useTranslation()
  const name = `request ${open ? `${open.kind} ${open.id}` : 'visit'}`
  const { draft, change, failure, send } = useEntryForm(name, blank, onDone)
  if (!draft) return null
  const words = draft.words.trim()
  const about = open ?? aboutOf(draft.picked)
  const record = { kind: about?.kind ?? null, record_id: about?.id ?? null }
  return (
    <EntryForm
      label={t('passes.requests.ask')}
      failure={failure}
      submit={t('passes.requests.send')}
      isReady={words !== '' && !lacksRecord(draft.picked)}
      onSubmit={() => send('/request', { words, due_on: draft.dueOn || null, ...record }, about)}
      onClosed={onDone}
    >
      {!open && <RecordField picked={draft.picked} onChange={picked => change({ picked })} />}
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
        min={wallClock(new Date()).slice(0, 10)}
        onChange={dueOn => change({ dueOn })}
      />
    </EntryForm>
  )
}
