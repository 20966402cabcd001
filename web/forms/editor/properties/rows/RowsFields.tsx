import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Repeat, Rows } from '#shared/forms/definition.ts'
import { questionsIn, questionsOf } from '#shared/forms/elements.ts'
import { useShown } from '../../EditingContext.tsx'
import { ExpressionField } from '../../logic/ExpressionField.tsx'
import { patched } from '../../structure/patched.ts'
import styles from '../Properties.module.css'
import { Toggle } from '../Toggle.tsx'
import { useElementNames } from '../useElementNames.ts'
import { SampleFields, usualSample } from './SampleFields.tsx'

type Props = { repeat: Repeat; onChange: (rows: Rows, field?: string) => void }

/** What more there is to say of where the rows come from. */
export function RowsFields({ repeat, onChange }: Props) {
  const { t } = useTranslation()
  const { rows } = repeat
  switch (rows?.from) {
    case 'count':
      return (
        <ExpressionField
          label={t('formProperties.rowCount')}
          field="rows.count"
          element={repeat.id}
          value={rows.count}
          onChange={count => count !== undefined && onChange({ ...rows, count }, 'rows.count')}
        />
      )
    case 'sample':
      return (
        <>
          <ExpressionField
            label={t('formProperties.population')}
            help={t('formProperties.populationHelp')}
            field="rows.population"
            element={repeat.id}
            value={rows.population}
            onChange={population => population !== undefined && onChange({ ...rows, population }, 'rows.population')}
          />
          <SampleFields
            sample={rows.sample}
            population={Number(rows.population)}
            onChange={sample => onChange({ ...rows, sample }, 'rows.sample')}
          />
        </>
      )
    case 'animals':
      return <AnimalRows repeat={repeat} rows={rows} onChange={onChange} />
    default:
      return null
  }
}

type AnimalProps = Props & { rows: Extract<Rows, { from: 'animals' }> }

function AnimalRows({ repeat, rows, onChange }: AnimalProps) {
  const { t } = useTranslation()
  const nameOf = useElementNames()
  const { definition } = useShown().state.content
  const named = (ids: { id: string }[]) => ids.map(({ id }) => ({ value: id, label: nameOf(id) }))
  const groups = questionsOf(definition).filter(({ type }) => type === 'animal_group')
  const animals = questionsIn(repeat.questions).filter(({ type }) => type === 'animal')
  return (
    <div className={styles.items}>
      <NativeSelect
        label={t('formProperties.ofGroup')}
        value={rows.group ?? ''}
        data={[{ value: '', label: t('formProperties.ofSubject') }, ...named(groups)]}
        onChange={event => onChange(patched(rows, { group: event.currentTarget.value || undefined }))}
      />
      <NativeSelect
        label={t('formProperties.animalQuestion')}
        description={t('formProperties.animalQuestionHelp')}
        value={rows.animal}
        data={named(animals)}
        onChange={event => onChange({ ...rows, animal: event.currentTarget.value })}
      />
      <Toggle
        label={t('formProperties.onlySample')}
        checked={rows.sample !== undefined}
        onChange={isSample => onChange(patched(rows, { sample: isSample ? usualSample : undefined }))}
      />
      {rows.sample && (
        <SampleFields sample={rows.sample} onChange={sample => onChange({ ...rows, sample }, 'rows.sample')} />
      )}
    </div>
  )
}
