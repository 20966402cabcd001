import { Button, Group, NativeSelect, Radio, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { severities } from '#shared/findings/rules.ts'
import { DateField } from '../../../ui/dates/DateField.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../Pass.module.css'
import { PicturesField } from './Pictures.tsx'
import type { About } from './unsent.ts'
import { useKeptDraft } from './useKeptDraft.ts'
import { useWriting } from './WritingProvider.tsx'

type Draft = {
  text: string
  severity: (typeof severities)[number]
  dueOn: string
  locationId: string
  photos: string[]
}
const blank: Draft = { text: '', severity: 'attention', dueOn: '', locationId: '', photos: [] }

type Props = { about: About; onDone: () => void }

/** A finding on a record, or on the visit in general. */
export function FindingForm({ about, onDone }: Props) {
  const { t } = useTranslation()
  const { write, written, isPreview } = useWriting()
  const { draft, change } = useKeptDraft(`finding ${about ? `${about.kind} ${about.id}` : 'visit'}`, blank)
  const [failure, setFailure] = useState<string | null>(null)
  if (!draft) return null
  const locations = written?.locations ?? []
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPreview) return setFailure(t('passes.written.previewOnly'))
    const fields = {
      ...{ kind: about?.kind ?? null, record_id: about?.id ?? null, text: draft.text.trim() },
      ...{ severity: draft.severity, due_on: draft.dueOn, location_id: Number(draft.locationId) || null },
      photo_uuids: draft.photos,
    }
    try {
      await write('/finding', fields, { about, pictures: draft.photos })
    } catch {
      return setFailure(t('passes.written.full'))
    }
    change(null)
    onDone()
  }
  return (
    <form className={styles.form} aria-label={t('passes.written.add')} onSubmit={event => void submit(event)}>
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
        min={today()}
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
      {failure && <Notice kind="stop">{failure}</Notice>}
      <Group>
        <Button type="submit" disabled={!draft.text.trim() || !draft.dueOn}>
          {t('passes.written.report')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.close')}
        </Button>
      </Group>
    </form>
  )
}

/** Today by the clock of this device. */
function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-')
}
