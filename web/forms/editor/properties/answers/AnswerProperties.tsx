import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hasNoCalendar, withNoCalendar } from '#shared/forms/appearance.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type {
  DateQuestion,
  FileQuestion,
  PhotoQuestion,
  PlaceQuestion,
  Question,
  ShapeQuestion,
  TextQuestion,
  YesNoQuestion,
} from '#shared/forms/questions.ts'
import { asksForRows } from '#shared/forms/registerTypes.ts'
import { keyboards } from '#shared/forms/rules.ts'
import { useChangeElement, useElementNames, useFieldError, useShown } from '../../EditingContext.tsx'
import { patched } from '../../structure/content.ts'
import { ChoicesProperties } from '../choices/ChoicesProperties.tsx'
import { FigureField, Toggle } from '../fields.tsx'
import styles from '../Properties.module.css'
import { CalculatedProperties, NumberProperties, RatingProperties, SliderProperties } from './NumberProperties.tsx'

/** How a question is answered. Dates, files and the like need no more words. */
export function AnswerProperties({ question }: { question: Question }) {
  if (asksForRows(question)) return <RegisterProperties question={question} />
  switch (question.type) {
    case 'yes_no':
      return <YesNoProperties question={question} />
    case 'single_choice':
    case 'multiple_choice':
      return <ChoicesProperties question={question} />
    case 'number':
      return <NumberProperties question={question} />
    case 'slider':
      return <SliderProperties question={question} />
    case 'rating':
      return <RatingProperties question={question} />
    case 'calculated':
      return <CalculatedProperties question={question} />
    case 'text':
      return <TextProperties question={question} />
    case 'place':
      return <PlaceProperties question={question} />
    case 'shape':
      return <ShapeProperties question={question} />
    case 'file':
      return <FileProperties question={question} />
    case 'photo':
      return <PhotoProperties question={question} />
    case 'date':
      return <DateProperties question={question} />
    default:
      return null
  }
}

function TextProperties({ question }: { question: TextQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <>
      <Toggle
        label={t('formProperties.longText')}
        checked={question.long === true}
        onChange={long => change(before => patched(before, { long: long || undefined }))}
      />
      <NativeSelect
        data-field="keyboard"
        label={t('formProperties.keyboard')}
        value={question.keyboard ?? 'letters'}
        data={(['letters', ...keyboards] as const).map(value => ({
          value,
          label: t(`formProperties.keyboards.${value}`),
        }))}
        onChange={event => {
          const keyboard = keyboards.find(one => one === event.currentTarget.value)
          change(before => patched(before, { keyboard }))
        }}
      />
    </>
  )
}

function DateProperties({ question }: { question: DateQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <Toggle
      label={t('formProperties.noCalendar')}
      checked={hasNoCalendar(question)}
      onChange={isSo => change(before => patched(before, { appearance: withNoCalendar(before, isSo) }))}
    />
  )
}

const media = ['audio', 'video'] as const

function FileProperties({ question }: { question: FileQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <NativeSelect
      data-field="media"
      label={t('formProperties.media')}
      value={question.media ?? 'any'}
      data={(['any', ...media] as const).map(value => ({ value, label: t(`formProperties.mediaKinds.${value}`) }))}
      onChange={event => {
        const wanted = media.find(one => one === event.currentTarget.value)
        change(before => patched(before, { media: wanted }))
      }}
    />
  )
}

function ShapeProperties({ question }: { question: ShapeQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <Toggle
      label={t('formProperties.closedShape')}
      checked={question.closed === true}
      onChange={closed => change(before => patched(before, { closed: closed || undefined }))}
    />
  )
}

function PhotoProperties({ question }: { question: PhotoQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <FigureField
      label={t('formProperties.maxPixels')}
      field="max_pixels"
      value={question.max_pixels}
      min={100}
      max={10_000}
      suffix="px"
      onChange={max_pixels => change(before => patched(before, { max_pixels }), 'max_pixels')}
    />
  )
}

function PlaceProperties({ question }: { question: PlaceQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <>
      <FigureField
        label={t('formProperties.accuracy')}
        help={t('formProperties.accuracyHelp')}
        field="accuracy"
        value={question.accuracy}
        min={1}
        max={100_000}
        suffix="m"
        onChange={accuracy => change(before => patched(before, { accuracy }), 'accuracy')}
      />
      <Toggle
        label={t('formProperties.atStart')}
        checked={question.at_start === true}
        onChange={at_start => change(before => patched(before, { at_start: at_start || undefined }))}
      />
    </>
  )
}

/** Which of the two answers is the good one, and what it is worth. */
function YesNoProperties({ question }: { question: YesNoQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.answers')}</legend>
      <NativeSelect
        label={t('formProperties.goodAnswer')}
        value={question.good ?? ''}
        data={[
          { value: 'yes', label: t('submissions.answers.yes') },
          { value: 'no', label: t('submissions.answers.no') },
          { value: '', label: t('formProperties.noneGood') },
        ]}
        onChange={event => {
          const { value } = event.currentTarget
          change(before =>
            value === 'yes' || value === 'no'
              ? { ...before, good: value }
              : patched(before, { good: undefined, points: undefined }),
          )
        }}
      />
      {(question.good || question.points !== undefined) && (
        <FigureField
          label={t('formProperties.goodPoints')}
          field="points"
          value={question.points}
          min={0}
          max={1_000}
          error={errorAt('points')}
          onChange={points => change(before => patched(before, { points }), 'points')}
        />
      )}
      <Toggle
        label={t('formProperties.offerNotApplicable')}
        help={t('formProperties.notApplicableHelp')}
        checked={question.not_applicable === true}
        onChange={offered => change(before => patched(before, { not_applicable: offered || undefined }))}
      />
    </fieldset>
  )
}

type RegisterQuestion = Extract<Question, { many?: boolean | undefined }>

/** How many rows of the register may be picked, and for animals, of which group. */
function RegisterProperties({ question }: { question: RegisterQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const { definition } = useShown().state.content
  const nameOf = useElementNames()
  const groups = questionsOf(definition).filter(({ type }) => type === 'animal_group')
  return (
    <fieldset className={styles.group}>
      <legend>{t(`forms.types.${question.type}`)}</legend>
      <Toggle
        label={t('formProperties.pickMany')}
        checked={question.many === true}
        onChange={many => change(before => patched(before, { many: many || undefined }))}
      />
      {question.type === 'animal' && (
        <div data-field="group">
          <NativeSelect
            label={t('formProperties.onlyOfGroup')}
            description={groups.length === 0 ? t('formProperties.onlyOfGroupHelp') : undefined}
            value={question.group ?? ''}
            data={[
              { value: '', label: t('formProperties.anyAnimal') },
              ...groups.map(({ id }) => ({ value: id, label: nameOf(id) })),
            ]}
            onChange={event => {
              const group = event.currentTarget.value || undefined
              change(before => patched(before, { group }))
            }}
          />
        </div>
      )}
    </fieldset>
  )
}
