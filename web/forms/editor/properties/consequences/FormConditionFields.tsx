import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormCondition } from '#shared/forms/consequences.ts'
import { allElements, questionsOf } from '#shared/forms/elements.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useElementNames, useReading } from '../../EditingContext.tsx'
import { ConditionField } from '../../logic/ConditionField.tsx'
import { always, isAlways } from '../../logic/conditions.ts'
import { FigureField } from '../fields.tsx'
import styles from '../Properties.module.css'

type Props = {
  condition: FormCondition
  field: string
  errorAt: (field: string) => string | undefined
  onChange: (condition: FormCondition, field?: string) => void
}

/** What all answers have to come to. */
export function FormConditionFields({ condition, field, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const { definition, language } = useReading()
  const nameOf = useElementNames()
  const measures = definition.sections
    .flatMap(({ questions }) => allElements(questions))
    .flatMap(element => ('measures' in element ? (element.measures ?? []) : []))
  const measureName = (id: string) =>
    textIn(measures.find(measure => measure.id === id)?.label, language, definition.default_language).text ||
    t('formLogic.gone')
  const [question] = questionsOf(definition)
  const kind = condition.on === 'answers' && isAlways(condition.holds) ? 'always' : condition.on
  const kinds = [
    'critical',
    'band',
    'score',
    ...(measures.length > 0 || condition.on === 'measure' ? (['measure'] as const) : []),
    ...(question || kind === 'answers' ? (['answers'] as const) : []),
    'always',
  ] as const

  function take(next: string) {
    if (next === 'band') onChange({ on: next, band: 'act' })
    if (next === 'score') onChange({ on: next, below: 60 })
    if (next === 'critical') onChange({ on: next })
    if (next === 'always') onChange({ on: 'answers', holds: always })
    if (next === 'measure' && measures[0]) onChange({ on: next, measure: measures[0].id, at_least: 15 })
    if (next === 'answers' && question) onChange({ on: next, holds: `\${${question.id}} != ''` })
  }

  return (
    <div className={styles.items} data-field={field}>
      <NativeSelect
        label={t('formProperties.when')}
        value={kind}
        error={condition.on === 'band' ? (errorAt(`${field}.band`) ?? errorAt(field)) : undefined}
        data={kinds.map(value => ({ value, label: t(`formProperties.whens.${value}`) }))}
        onChange={event => take(event.currentTarget.value)}
      />
      {condition.on === 'band' && (
        <NativeSelect
          aria-label={t('formProperties.whens.band')}
          value={condition.band}
          data={(['attention', 'act'] as const).map(value => ({
            value,
            label: t(`formProperties.bandOrWorse.${value}`),
          }))}
          onChange={event => onChange({ on: 'band', band: event.currentTarget.value === 'act' ? 'act' : 'attention' })}
        />
      )}
      {condition.on === 'score' && (
        <>
          <NativeSelect
            label={t('formProperties.scoreOf')}
            value={condition.section ?? ''}
            error={errorAt(`${field}.section`)}
            data={[
              { value: '', label: t('formProperties.wholeForm') },
              ...definition.sections.map(({ id }) => ({ value: id, label: nameOf(id) })),
            ]}
            onChange={event => {
              const section = event.currentTarget.value
              onChange({ on: 'score', below: condition.below, ...(section && { section }) })
            }}
          />
          <FigureField
            label={t('formProperties.scoreBelow')}
            field={`${field}.below`}
            value={condition.below}
            min={0}
            max={100}
            suffix="%"
            onChange={below => below !== undefined && onChange({ ...condition, below }, `${field}.below`)}
          />
        </>
      )}
      {condition.on === 'measure' && (
        <>
          <NativeSelect
            label={t('formProperties.measureName')}
            value={condition.measure}
            error={errorAt(`${field}.measure`)}
            data={[...new Set([condition.measure, ...measures.map(({ id }) => id)])].map(id => ({
              value: id,
              label: measureName(id),
            }))}
            onChange={event => onChange({ ...condition, measure: event.currentTarget.value })}
          />
          <FigureField
            label={t('formProperties.shareFrom')}
            field={`${field}.at_least`}
            value={condition.at_least}
            min={0}
            max={100}
            suffix="%"
            onChange={at_least => at_least !== undefined && onChange({ ...condition, at_least }, `${field}.at_least`)}
          />
        </>
      )}
      {condition.on === 'answers' && kind !== 'always' && (
        <ConditionField
          label={t('formProperties.whens.answers')}
          field={`${field}.holds`}
          element=""
          value={condition.holds}
          error={errorAt(`${field}.holds`)}
          onChange={holds =>
            holds === undefined ? onChange({ on: 'critical' }) : onChange({ on: 'answers', holds }, `${field}.holds`)
          }
        />
      )}
    </div>
  )
}
