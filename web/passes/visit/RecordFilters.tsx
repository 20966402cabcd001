import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassPage } from '#shared/passes/passPage.ts'
import { type PassKind, type RecordState, type SinceFilter, sinceFilters } from '#shared/passes/rules.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import styles from './Pass.module.css'
import { nameOf } from './Population.tsx'

export type Filters = {
  search: string
  form_id: number | null
  place: string | null
  state: RecordState | null
  since: SinceFilter | null
  from: string | null
  to: string | null
}

export const noFilters: Filters = {
  ...{ search: '', form_id: null, place: null, state: null, since: null, from: null, to: null },
}

/** What records of a kind can have come to. */
const statesOf: Partial<Record<PassKind, readonly RecordState[]>> = {
  submission: ['failed'],
  finding: ['open', 'closed'],
}

type Props = { pass: PassPage; kind: PassKind; initial: Filters; onAsked: (filters: Filters) => void }

/** Words, and folded below them the filters, by which records of a kind are found. */
export function RecordFilters({ pass, kind, initial, onAsked }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(initial)
  const [isOpen, setOpen] = useState(initial.place !== null || initial.since !== null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsked(asked)
  }
  return (
    <search>
      <form onSubmit={submit}>
        <div className={styles.search}>
          <TextInput
            className={styles.words}
            label={t('passes.visit.find')}
            placeholder={t('passes.visit.search')}
            value={asked.search}
            maxLength={200}
            onChange={event => setAsked({ ...asked, search: event.currentTarget.value })}
          />
          <Button type="submit" variant="default" leftSection={<IconSearch size={20} />}>
            {t('passes.visit.find')}
          </Button>
        </div>
        <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary className={styles.fold}>{t('passes.visit.filters')}</summary>
          <div className={styles.search}>
            <Choices pass={pass} kind={kind} asked={asked} onChange={setAsked} />
            <DateField
              label={t('passes.visit.from')}
              value={asked.from ?? ''}
              onChange={day => setAsked({ ...asked, from: day || null })}
            />
            <DateField
              label={t('passes.visit.to')}
              value={asked.to ?? ''}
              onChange={day => setAsked({ ...asked, to: day || null })}
            />
          </div>
        </details>
      </form>
    </search>
  )
}

type ChoicesProps = { pass: PassPage; kind: PassKind; asked: Filters; onChange: (filters: Filters) => void }

function Choices({ pass: { kinds, population, renewal }, kind, asked, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  const forms = kinds.find(one => one.kind === kind)?.forms ?? []
  const places = population.filter(({ counts }) => counts.some(one => one.kind === kind))
  const states = statesOf[kind] ?? []
  return (
    <>
      {forms.length > 1 && (
        <NativeSelect
          label={t('passes.facts.form')}
          data={[
            { value: '', label: t('passes.visit.allForms') },
            ...forms.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={asked.form_id === null ? '' : String(asked.form_id)}
          onChange={event => onChange({ ...asked, form_id: Number(event.currentTarget.value) || null })}
        />
      )}
      {(places.length > 1 || asked.place) && (
        <NativeSelect
          label={t('passes.visit.at')}
          data={[
            { value: '', label: t('passes.visit.atAny') },
            ...places.map(place => ({
              value: place.place,
              label: `${'\u2003'.repeat(place.depth)}${nameOf(place, t('passes.visit.atNone'))}`,
            })),
          ]}
          value={asked.place ?? ''}
          onChange={event => onChange({ ...asked, place: event.currentTarget.value || null })}
        />
      )}
      {renewal && (
        <NativeSelect
          label={t('passes.visit.since.filter')}
          data={[
            { value: '', label: t('passes.visit.since.all') },
            ...sinceFilters
              .filter(mark => kind === 'finding' || (mark !== 'open' && mark !== 'closed'))
              .map(mark => ({ value: mark, label: t(`passes.visit.since.${mark}`) })),
          ]}
          value={asked.since ?? ''}
          onChange={event => onChange({ ...asked, since: (event.currentTarget.value || null) as SinceFilter | null })}
        />
      )}
      {states.length > 0 && (
        <NativeSelect
          label={t('passes.visit.came')}
          data={[
            { value: '', label: t('passes.visit.cameAny') },
            ...states.map(state => ({
              value: state,
              label: state === 'failed' ? t('passes.visit.failed') : t(`findings.states.${state}`),
            })),
          ]}
          value={asked.state ?? ''}
          onChange={event => onChange({ ...asked, state: (event.currentTarget.value || null) as RecordState | null })}
        />
      )}
    </>
  )
}
