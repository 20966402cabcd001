import { ActionIcon, Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type {
  CalculatedQuestion,
  NumberQuestion,
  NumberRange,
  RatingQuestion,
  SliderQuestion,
} from '#shared/forms/questions.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useChangeElement, useFieldError } from '../../EditingContext.tsx'
import { patched } from '../../structure/content.ts'
import { FigureField } from '../fields.tsx'
import styles from '../Properties.module.css'

/** Questions of which the answer is a number. */
export type RangedQuestion = NumberQuestion | SliderQuestion | RatingQuestion | CalculatedQuestion

/**
 * The stretches of the number line with their worth, from below; the last takes all that is left, so that there is no
 * gap.
 */
export function RangesField({ question }: { question: RangedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  const { ranges = [] } = question
  const min = 'min' in question ? (question.min ?? 0) : 0
  const put = (next: NumberRange[], field?: string) =>
    change(before => patched<RangedQuestion>(before, { ranges: next.length > 1 ? next : undefined }), field)

  function add() {
    const last = ranges.at(-2)
    const bound = (last?.up_to ?? last?.below ?? min) + (last ? 1 : 0)
    put(ranges.length > 0 ? ranges.toSpliced(-1, 0, { up_to: bound }) : [{ up_to: bound }, {}])
  }

  return (
    <div className={styles.items} data-field="ranges">
      <p className={styles.help}>{t('formProperties.rangesHelp')}</p>
      {ranges.map((range, index) => (
        <RangeItem
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is what it is by its place
          key={index}
          range={range}
          index={index}
          isLast={index === ranges.length - 1}
          error={errorAt(`ranges.${index}`)}
          onChange={(next, field) => put(ranges.with(index, next), field && `ranges.${index}.${field}`)}
          onRemove={() => put(ranges.toSpliced(index, 1))}
        />
      ))}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlus size={18} />}
        disabled={ranges.length >= 20}
        onClick={add}
      >
        {t('formProperties.addRange')}
      </Button>
    </div>
  )
}

type ItemProps = {
  range: NumberRange
  index: number
  isLast: boolean
  error: string | undefined
  onChange: (range: NumberRange, field?: string) => void
  onRemove: () => void
}

function RangeItem({ range, index, isLast, error, onChange, onRemove }: ItemProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const kind = range.below === undefined ? 'up_to' : 'below'
  const { up_to, below, ...worth } = range
  const bound = up_to ?? below
  return (
    <fieldset className={styles.item} data-field={`ranges.${index}`}>
      {isLast ? (
        <p className={styles.help}>{t('formProperties.restOfRange')}</p>
      ) : (
        <div className={styles.row}>
          <NativeSelect
            label={t('formProperties.rangeNumber', { number: format.number(index + 1) })}
            value={kind}
            data={[
              { value: 'up_to', label: t('formProperties.upTo') },
              { value: 'below', label: t('formProperties.below') },
            ]}
            onChange={event => onChange({ [event.currentTarget.value]: bound, ...worth })}
          />
          <FigureField
            label={t('formProperties.bound')}
            field={`ranges.${index}.bound`}
            value={bound}
            onChange={value => onChange(patched({ ...worth }, { [kind]: value }), 'bound')}
          />
        </div>
      )}
      {error && <p className={styles.problem}>{error}</p>}
      <FigureField
        label={t('formProperties.pointsField')}
        field={`ranges.${index}.points`}
        value={range.points}
        min={0}
        max={1_000}
        onChange={points => onChange(patched(range, { points }), 'points')}
      />
      <div className={styles.chips}>
        <Checkbox
          label={t('formProperties.marks.fails')}
          checked={range.fails === true}
          onChange={event => onChange(patched(range, { fails: event.currentTarget.checked || undefined }))}
        />
      </div>
      {!isLast && (
        <div className={styles.tools}>
          <ActionIcon
            aria-label={t('formProperties.removeRange', { number: format.number(index + 1) })}
            title={t('formEditor.remove')}
            onClick={onRemove}
          >
            <IconTrash size={20} />
          </ActionIcon>
        </div>
      )}
    </fieldset>
  )
}
