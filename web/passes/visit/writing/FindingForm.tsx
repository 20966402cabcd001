import { NativeSelect, Radio, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { severities } from '#shared/findings/rules.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { DateField } from '../../../ui/dates/DateField.tsx'
import { EntryForm, useEntryForm } from './EntryForm.tsx'
import { PicturesField } from './Pictures.tsx'
import { aboutOf, lacksRecord, nothingPicked, type Picked, RecordField } from './RecordField.tsx'
import type { About } from './unsent.ts'
import { useWriting } from './WritingProvider.tsx'

type Draft = {
  text: string
  severity: (typeof severities)[number]
  dueOn: string
  locationId: string
  photos: string[]
  picked: Picked
}
const blank: Draft = {
  ...{ text: '', severity: 'attention', dueOn: '', locationId: '', photos: [] },
  picked: nothingPicked,
}

type Props = { about: About; onDone: () => void }

/** A finding on the record that is open, on one that is picked here, or on the visit in general. */
export function FindingForm({ about: open, onDone }: Props) {
  const { t } = useTranslation()
  const { written } = useWriting()
  const name = `finding ${open ? `${open.kind} ${open.id}` : 'visit'}`
  const { draft, change, failure, setFailure, send } = useEntryForm(name, blank, onDone)
  if (!draft) return null
  const about = open ?? aboutOf(draft.picked)
  const locations = written?.locations ?? []
  const text = draft.text.trim()
  const fields = {
    ...{ kind: about?.kind ?? null, record_id: about?.id ?? null, text },
    ...{ severity: draft.severity, due_on: draft.dueOn, location_id: Number(draft.locationId) || null },
    photo_uuids: draft.photos,
  }
  return (
    <EntryForm
      label={t('passes.written.add')}
      failure={failure}
      submit={t('passes.written.report')}
      isReady={text !== '' && draft.dueOn !== '' && !lacksRecord(draft.picked)}
      onSubmit={() => send('/finding', fields, about, draft.photos)}
      onClosed={onDone}
    >
      {!open && <RecordField picked={draft.picked} onChange={picked => change({ picked })} />}
      <Textarea
        label={t('passes.written.text')}
        required
        autosize
        minRows={3}
        maxLength={5_000}
        value={draft.text}
        onChange={event => change({ text: event.currentTarget.value })}
      />
      <Radio.Group
        label={t('passes.facts.severity')}
        value={draft.severity}
        onChange={severity => change({ severity: severity as Draft['severity'] })}
      >
        {severities.map(severity => (
          <Radio key={severity} value={severity} mt="xs" label={t(`findings.severities.${severity}`)} />
        ))}
      </Radio.Group>
      <DateField
        label={t('passes.written.due')}
        required
        value={draft.dueOn}
        min={wallClock(new Date()).slice(0, 10)}
        onChange={dueOn => change({ dueOn })}
      />
      {locations.length > 0 && (
        <NativeSelect
          label={t('passes.facts.place')}
          data={[
            { value: '', label: t('passes.written.noLocation') },
            ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={draft.locationId}
          onChange={event => change({ locationId: event.currentTarget.value })}
        />
      )}
      <PicturesField uuids={draft.photos} onChange={photos => change({ photos })} onFailed={setFailure} />
    </EntryForm>
  )
}
