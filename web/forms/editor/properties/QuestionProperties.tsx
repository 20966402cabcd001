import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { widthOf, withWidth } from '#shared/forms/appearance.ts'
import type { GuideLink } from '#shared/forms/elementFields.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Question, QuestionType } from '#shared/forms/questions.ts'
import { SectionSelect } from '../../../guides/editor/SectionSelect.tsx'
import { useFormat } from '../../../lib/format.ts'
import { questionTypes } from '../../questionTypes.ts'
import { useChangeDefinition, useChangeElement, useFieldError } from '../EditingContext.tsx'
import { LogicProperties } from '../logic/LogicProperties.tsx'
import { patched } from '../structure/content.ts'
import { newId, renamed, retyped } from '../structure/newElements.ts'
import { changeElement } from '../structure/structure.ts'
import { AnswerProperties } from './answers/AnswerProperties.tsx'
import { AnswerTriggers, FailedProperties, type JudgedQuestion } from './consequences/AnswerTriggers.tsx'
import { Fold } from './Fold.tsx'
import { Toggle, WordsField } from './fields.tsx'
import { PictureField } from './PictureField.tsx'
import styles from './Properties.module.css'

/** A question: its words, its type, how it is answered, and what a failed answer sets in motion. */
export function QuestionProperties({ question }: { question: Question }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const retype = useRetype(question)
  const errorAt = useFieldError(question.id)
  const whole = errorAt('id')
  const isAsked = question.type !== 'calculated' && question.type !== 'hidden'
  return (
    <>
      {whole && <p className={styles.problem}>{whole}</p>}
      <WordsField
        label={t('formEditor.question')}
        field="label"
        text={question.label}
        error={errorAt('label')}
        isLong
        onChange={(label = {}) => change(before => ({ ...before, label }), 'label')}
      />
      <WordsField
        label={t('formProperties.hint')}
        field="hint"
        text={question.hint}
        error={errorAt('hint')}
        help={t('formProperties.hintHelp')}
        isLong
        onChange={hint => change(before => patched(before, { hint }), 'hint')}
      />
      <NativeSelect
        data-field="type"
        label={t('formProperties.type')}
        value={question.type}
        data={questionTypes.map(value => ({ value, label: t(`forms.types.${value}`) }))}
        onChange={event => retype(event.currentTarget.value as QuestionType)}
      />
      {isAsked && (
        <Toggle
          label={t('formProperties.required')}
          field="required"
          checked={question.required === true}
          error={errorAt('required')}
          onChange={required => change(before => patched(before, { required: required || undefined }))}
        />
      )}
      <AnswerProperties question={question} />
      {isAsked && <WidthField question={question} />}
      {isJudged(question) && <FailedProperties question={question} />}
      <LogicProperties key={question.type} element={question} />
      <AnswerTriggers question={question} />
      <Fold
        part="picture"
        title={t('formProperties.pictureAndSource')}
        isUsed={Boolean(question.picture ?? question.source ?? question.guide)}
      >
        <PictureField
          label={t('formEditor.question')}
          field="picture"
          picture={question.picture}
          error={errorAt('picture.description')}
          onChange={(picture, field) => change(before => patched(before, { picture }), field)}
        />
        <WordsField
          label={t('formProperties.source')}
          field="source"
          text={question.source}
          error={errorAt('source')}
          help={t('formProperties.sourceHelp')}
          onChange={source => change(before => patched(before, { source }), 'source')}
        />
        <GuideField guide={question.guide} onChange={guide => change(before => patched(before, { guide }), 'guide')} />
      </Fold>
    </>
  )
}

type GuideProps = { guide: GuideLink | undefined; onChange: (guide: GuideLink | undefined) => void }

/** The guide, or the section of it, that people can read beside the question. */
const GuideField = ({ guide, onChange }: GuideProps) => (
  <SectionSelect
    place={guide && { guideId: guide.guide_id, ...(guide.anchor && { anchor: guide.anchor }) }}
    onChange={place =>
      onChange(place && { guide_id: place.guideId, ...(place.anchor !== undefined && { anchor: place.anchor }) })
    }
  />
)

const judged: readonly QuestionType[] = [
  'yes_no',
  'single_choice',
  'multiple_choice',
  'number',
  'slider',
  'rating',
  'calculated',
]
const isJudged = (question: Question): question is JudgedQuestion => judged.includes(question.type)

const offered = [1, 2, 3]

/** How much of a row a question takes, where the screen has room for several beside each other. */
function WidthField({ question }: { question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeElement(question)
  const width = widthOf(question)
  const columns = width === undefined || offered.includes(width) ? offered : [...offered, width]
  return (
    <NativeSelect
      data-field="appearance"
      label={t('formProperties.width')}
      description={t('formProperties.widthHelp')}
      value={width === undefined ? '' : String(width)}
      data={[
        { value: '', label: t('formProperties.wholeRow') },
        ...columns.map(value => ({
          value: String(value),
          label: t('formProperties.columns', { columns: format.number(value) }),
        })),
      ]}
      onChange={event => {
        const { value } = event.currentTarget
        change(before => patched(before, { appearance: withWidth(before, value === '' ? undefined : Number(value)) }))
      }}
    />
  )
}

/**
 * Gives a question another type. It becomes another question by that, so that reports never mix answers of two kinds;
 * what refers to it in this form refers to the new one.
 */
function useRetype(question: Question): (type: QuestionType) => void {
  const change = useChangeDefinition()
  return type => {
    const id = newId()
    change(
      definition =>
        changeElement(renamed(definition, new Map([[question.id, id]])), id, before =>
          isQuestion(before) ? retyped(before, type, id) : before,
        ),
      undefined,
      { select: id, isNew: true, focus: 'type' },
    )
  }
}
