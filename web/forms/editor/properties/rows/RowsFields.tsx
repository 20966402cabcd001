import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Repeat, Rows, Sample } from '#shared/forms/definition.ts'
import { questionsIn, questionsOf } from '#shared/forms/elements.ts'
import { sampleSize } from '#shared/forms/scoring/sampleSize.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useElementNames, useShown } from '../../EditingContext.tsx'
import { ExpressionField } from '../../logic/ExpressionField.tsx'
import { patched } from '../../structure/content.ts'
import { FigureField, Toggle } from '../fields.tsx'
import styles from '../Properties.module.css'

type Props = { repeat: Repeat; onChange: (rows: Rows, field?: string) => void }

/** Further settings of the rows' source. */
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

const usualSample: Sample = { confidence: 95, precision: 10 }

type SampleFieldsProps = {
  sample: Sample
  /** The number of animals, where it is known in advance. */
  population?: number
  onChange: (sample: Sample) => void
}

/** The confidence and precision of the sample. */
function SampleFields({ sample, population, onChange }: SampleFieldsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const herds = population !== undefined && population > 0 ? [population] : [50, 100, 500]
  const proposal = (herd: number) =>
    t('formProperties.sampleOf', { herd: format.number(herd), sample: format.number(sampleSize(herd, sample)) })
  return (
    <>
      <div className={styles.row}>
        <NativeSelect
          label={t('formProperties.confidence')}
          value={String(sample.confidence)}
          data={[95, 90].map(value => ({ value: String(value), label: format.percent(value / 100) }))}
          onChange={event => onChange({ ...sample, confidence: event.currentTarget.value === '90' ? 90 : 95 })}
        />
        <FigureField
          label={t('formProperties.precision')}
          field="rows.sample.precision"
          value={sample.precision}
          min={1}
          max={50}
          suffix="±%"
          onChange={precision => precision !== undefined && onChange({ ...sample, precision })}
        />
      </div>
      <Toggle
        label={t('formProperties.inHalves')}
        checked={sample.in_halves === true}
        onChange={inHalves => {
          const { in_halves: _, ...whole } = sample
          onChange(inHalves ? { ...whole, in_halves: true } : whole)
        }}
      />
      <p className={styles.help}>
        {t('formProperties.sampleProposal', { examples: format.list(herds.map(proposal)) })}
      </p>
    </>
  )
}
