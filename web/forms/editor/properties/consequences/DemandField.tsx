import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormTrigger } from '#shared/forms/consequences.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { useReading } from '../../ReadingContext.tsx'
import { repeatsAround } from '../../structure/structure.ts'
import styles from '../Properties.module.css'
import { useElementNames } from '../useElementNames.ts'

type Demand = NonNullable<FormTrigger['demand']>
type Props = {
  demand: Demand | undefined
  field: string
  errorAt: (field: string) => string | undefined
  onChange: (demand: Demand | undefined) => void
}

const kinds = ['none', 'note', 'photo', 'both'] as const

/** A note or a photo that somebody must still add, and at which question. */
export function DemandField({ demand, field, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useElementNames()
  const { definition } = useReading()
  const questions = questionsOf(definition).filter(
    ({ id, type }) => type !== 'hidden' && repeatsAround(definition, id).length === 0,
  )
  const kind = demand?.note && demand.photo ? 'both' : demand?.note ? 'note' : demand?.photo ? 'photo' : 'none'
  const [first] = questions

  function take(next: string) {
    const question = demand?.question ?? first?.id
    if (next === 'none' || !question) return onChange(undefined)
    onChange({ question, ...(next !== 'photo' && { note: true }), ...(next !== 'note' && { photo: true }) })
  }

  return (
    <div className={styles.items} data-field={field}>
      <NativeSelect
        label={t('formProperties.demand')}
        value={kind}
        data={kinds.map(value => ({ value, label: t(`formProperties.demands.${value}`) }))}
        onChange={event => take(event.currentTarget.value)}
      />
      {demand && (
        <NativeSelect
          label={t('formProperties.demandedAt')}
          value={demand.question}
          error={errorAt(`${field}.question`) ?? errorAt(field)}
          data={[
            ...(questions.some(({ id }) => id === demand.question)
              ? []
              : [{ value: demand.question, label: t('formLogic.gone') }]),
            ...questions.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          onChange={event => onChange({ ...demand, question: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
