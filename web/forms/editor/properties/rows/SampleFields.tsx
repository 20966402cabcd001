import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Sample } from '#shared/forms/definition.ts'
import { sampleSize } from '#shared/forms/scoring/sampleSize.ts'
import { useFormat } from '../../../../lib/format.ts'
import { FigureField } from '../FigureField.tsx'
import styles from '../Properties.module.css'
import { Toggle } from '../Toggle.tsx'

export const usualSample: Sample = { confidence: 95, precision: 10 }

type Props = {
  sample: Sample
  /** How many animals there are, where it is known beforehand. */
  population?: number
  onChange: (sample: Sample) => void
}

/** How sure the share that is found should be, and how close to the truth. */
export function SampleFields({ sample, population, onChange }: Props) {
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
