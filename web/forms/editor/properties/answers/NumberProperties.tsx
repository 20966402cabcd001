import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CalculatedQuestion, NumberQuestion, RatingQuestion, SliderQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useChangeElement, useFieldError } from '../../EditingContext.tsx'
import { patched } from '../../structure/content.ts'
import { FigureField, Toggle, WordsField } from '../fields.tsx'
import styles from '../Properties.module.css'
import { RangesField } from './RangesField.tsx'

/** Which numbers there can be, and which of them are good. */
export function NumberProperties({ question }: { question: NumberQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.number')}</legend>
      <FigureShape question={question} />
      <div className={styles.row}>
        <FigureField
          label={t('formProperties.smallest')}
          field="min"
          value={question.min}
          onChange={min => change(before => patched(before, { min }), 'min')}
        />
        <FigureField
          label={t('formProperties.largest')}
          field="max"
          value={question.max}
          error={errorAt('max')}
          onChange={max => change(before => patched(before, { max }), 'max')}
        />
      </div>
      <RangesField question={question} />
    </fieldset>
  )
}

const ends = [
  ['min', 'min_label'],
  ['max', 'max_label'],
] as const

/** Between which ends, in what steps, and which stretches are good. */
export function SliderProperties({ question }: { question: SliderQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  const put = (changes: Partial<SliderQuestion>, field: string) => change(before => patched(before, changes), field)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.slider')}</legend>
      {ends.map(([end, label]) => (
        <div key={end} className={styles.row}>
          <FigureField
            label={t(end === 'min' ? 'formProperties.smallest' : 'formProperties.largest')}
            field={end}
            value={question[end]}
            error={errorAt(end)}
            // A slider has both ends: what was there stays until there is another figure.
            onChange={value => value !== undefined && put({ [end]: value }, end)}
          />
          <WordsField
            label={t(end === 'min' ? 'formProperties.smallestLabel' : 'formProperties.largestLabel')}
            field={label}
            text={question[label]}
            error={errorAt(label)}
            onChange={text => put({ [label]: text }, label)}
          />
        </div>
      ))}
      <div className={styles.row}>
        <FigureField
          label={t('formProperties.step')}
          field="step"
          value={question.step}
          error={errorAt('step')}
          min={0.000001}
          onChange={step => step !== undefined && put({ step }, 'step')}
        />
        <WordsField
          label={t('formProperties.unit')}
          field="unit"
          text={question.unit}
          error={errorAt('unit')}
          onChange={unit => put({ unit }, 'unit')}
        />
      </div>
      <RangesField question={question} />
    </fieldset>
  )
}

const levels = [2, 3, 4, 5, 6, 7, 8, 9, 10]

/** How many levels there are, and which of them are good. */
export function RatingProperties({ question }: { question: RatingQuestion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeElement(question)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.rating')}</legend>
      <NativeSelect
        label={t('formProperties.levels')}
        value={String(question.levels)}
        data={levels.map(count => ({ value: String(count), label: format.number(count) }))}
        onChange={event => {
          const count = Number(event.currentTarget.value)
          change(before => ({ ...before, levels: count }))
        }}
      />
      <RangesField question={question} />
    </fieldset>
  )
}

/** How the value is shown, and which values are good; what it is made of is said with the logic. */
export function CalculatedProperties({ question }: { question: CalculatedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.calculated')}</legend>
      <Toggle
        label={t('formProperties.hiddenValue')}
        checked={question.hidden === true}
        onChange={hidden => change(before => patched(before, { hidden: hidden || undefined }))}
      />
      <FigureShape question={question} />
      <RangesField question={question} />
    </fieldset>
  )
}

/** How a figure is written: its unit and its decimals. */
function FigureShape({ question }: { question: NumberQuestion | CalculatedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement<NumberQuestion | CalculatedQuestion>(question)
  const errorAt = useFieldError(question.id)
  return (
    <div className={styles.row}>
      <WordsField
        label={t('formProperties.unit')}
        field="unit"
        text={question.unit}
        error={errorAt('unit')}
        onChange={unit => change(before => patched(before, { unit }), 'unit')}
      />
      <DecimalsField value={question.decimals} onChange={decimals => change(before => patched(before, { decimals }))} />
    </div>
  )
}

const decimals = [1, 2, 3, 4, 5, 6]

type Props = { value: number | undefined; onChange: (decimals: number | undefined) => void }

/** Digits after the decimal sign: free, none, or a number of them. */
function DecimalsField({ value, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const offered = !value || decimals.includes(value) ? decimals : [...decimals, value]
  return (
    <NativeSelect
      label={t('formProperties.decimals')}
      value={value === undefined ? '' : String(value)}
      data={[
        { value: '', label: t('formProperties.anyDecimals') },
        { value: '0', label: t('formProperties.wholeOnly') },
        ...offered.map(count => ({ value: String(count), label: format.number(count) })),
      ]}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
    />
  )
}
