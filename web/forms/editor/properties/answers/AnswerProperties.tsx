import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hasNoCalendar, withNoCalendar } from '#shared/forms/appearance.ts'
import type {
  DateQuestion,
  FileQuestion,
  PhotoQuestion,
  PlaceQuestion,
  Question,
  ShapeQuestion,
  TextQuestion,
} from '#shared/forms/questions.ts'
import { asksForRows } from '#shared/forms/registerTypes.ts'
import { keyboards } from '#shared/forms/rules.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import { ChoicesProperties } from '../choices/ChoicesProperties.tsx'
import { FigureField } from '../FigureField.tsx'
import { Toggle } from '../Toggle.tsx'
import { CalculatedProperties } from './CalculatedProperties.tsx'
import { NumberProperties } from './NumberProperties.tsx'
import { RatingProperties } from './RatingProperties.tsx'
import { RegisterProperties } from './RegisterProperties.tsx'
import { SliderProperties } from './SliderProperties.tsx'
import { YesNoProperties } from './YesNoProperties.tsx'

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
