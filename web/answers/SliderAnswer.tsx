import { ActionIcon, Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RatingQuestion, SliderQuestion } from '#shared/forms/questions.ts'
import { difference, product, quotient, rounded, sum } from '#shared/lib/decimals.ts'
import { maxDigits } from '#shared/lib/numbers.ts'
import { useFormat } from '../lib/format.ts'
import { useAnswer, useDraft, useLocalizedText } from './draft/DraftContext.tsx'
import styles from './RareAnswer.module.css'
import { FormText } from './texts/FormText.tsx'

/** A point between two ends. Until it is set there is no answer; each step can also be taken by a button. */
export function SliderAnswer({ question, labelId }: { question: SliderQuestion; labelId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useLocalizedText()
  const draft = useDraft()
  const { min, max, step, unit, min_label, max_label } = question
  const answer = useAnswer(question.id).value
  const value = typeof answer === 'number' ? answer : undefined
  const middle = sum(min, product(rounded(quotient(difference(max, min), product(2, step))), step))
  const set = (number: number) => draft.setValue(question, Math.min(max, Math.max(min, number)))
  const said =
    value === undefined ? t('filling.slider.unset') : format.number(value, { maximumFractionDigits: maxDigits })

  return (
    <div>
      <p className={styles.value} data-unset={value === undefined || undefined}>
        {said} {value !== undefined && unit && <FormText text={unit} />}
      </p>
      <div className={styles.sliderAnswerLine}>
        <ActionIcon
          variant="default"
          className={styles.step}
          aria-label={t('filling.slider.less')}
          disabled={value !== undefined && value <= min}
          onClick={() => set(difference(value ?? middle, step))}
        >
          <IconMinus size={24} />
        </ActionIcon>
        <input
          type="range"
          className={styles.range}
          data-unset={value === undefined || undefined}
          min={min}
          max={max}
          step={step}
          value={value ?? middle}
          aria-labelledby={labelId}
          aria-valuetext={value === undefined ? said : `${said} ${read(unit)}`.trim()}
          onChange={event => set(Number(event.currentTarget.value))}
          // Pointing at the present position is an answer, too.
          onPointerUp={event => value === undefined && set(Number(event.currentTarget.value))}
        />
        <ActionIcon
          variant="default"
          className={styles.step}
          aria-label={t('filling.slider.more')}
          disabled={value !== undefined && value >= max}
          onClick={() => set(sum(value ?? middle, step))}
        >
          <IconPlus size={24} />
        </ActionIcon>
      </div>
      <div className={styles.ends}>
        <span>
          {min_label ? <FormText text={min_label} /> : format.number(min, { maximumFractionDigits: maxDigits })}
        </span>
        <span>
          {max_label ? <FormText text={max_label} /> : format.number(max, { maximumFractionDigits: maxDigits })}
        </span>
      </div>
      {value !== undefined && (
        <Button variant="subtle" size="md" onClick={() => draft.setValue(question, undefined)}>
          {t('filling.clear')}
        </Button>
      )}
    </div>
  )
}

/** From one to as many levels as the form has; pressed again, a level is undone. */
export function RatingAnswer({ question, labelId }: { question: RatingQuestion; labelId: string }) {
  const format = useFormat()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const choose = (level: number) => draft.setValue(question, level === value ? undefined : level)
  return (
    <div role="radiogroup" aria-labelledby={labelId} className={styles.levels}>
      {Array.from({ length: question.levels }, (_, index) => index + 1).map(level => (
        <label key={level} className={styles.level} data-chosen={value === level || undefined}>
          <input
            type="radio"
            name={question.id}
            className={styles.sliderAnswerInput}
            checked={value === level}
            onChange={() => choose(level)}
            onClick={() => value === level && choose(level)}
          />
          {format.number(level)}
        </label>
      ))}
    </div>
  )
}
