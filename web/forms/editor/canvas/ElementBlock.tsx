import { createContext, Fragment, memo, type ReactNode, use, useContext, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Element, Group, Instruction, Repeat } from '#shared/forms/definition.ts'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { AnswerInput } from '../../../answers/AnswerInput.tsx'
import { FormText } from '../../../answers/texts/FormText.tsx'
import { useFormat } from '../../../lib/format.ts'
import { typeIcons } from '../../questionTypes.ts'
import { HeldReadingContext, useReading } from '../EditingContext.tsx'
import { InFormLanguage } from '../FormLanguage.tsx'
import { hasLogic, readsTheSame } from '../logic/readsTheSame.ts'
import { PicksContext } from '../several/picks.ts'
import { useLogicSentences, useSentences } from '../words/useSentences.ts'
import styles from './Canvas.module.css'
import { DragHandle, DropPlace } from './dragging.tsx'
import elementBlockStyles from './ElementBlock.module.css'
import { ElementButton, ElementName, PickButton } from './ElementButton.tsx'
import { AddElement, ElementTools } from './ElementTools.tsx'
import { ElementTitle } from './InPlaceTitle.tsx'

/** What every block of the canvas needs to know around its element. */
export type Around = {
  selected: string
  language: Locale
  fallback: Locale
  /** The elements with mistakes. */
  wrong: ReadonlySet<string>
}

type ListProps = Around & { parent: string; elements: readonly Element[]; className: string | undefined }

/** Elements one below the other. */
export function ElementList({ parent, elements, className, ...around }: ListProps) {
  return (
    <ol className={className}>
      {elements.map((element, index) => (
        <Fragment key={element.id}>
          <DropPlace parent={parent} index={index} />
          <ElementBlock element={element} number={index + 1} {...around} />
        </Fragment>
      ))}
      <DropPlace parent={parent} index={elements.length} />
    </ol>
  )
}

type Props = Around & { element: Element; number: number }

/** One element as it will look. What holds others hears of every selection; the rest only of its own. */
function ElementBlock({ element, number, selected, wrong, language, fallback }: Props) {
  const block = { number, isSelected: selected === element.id, isWrong: wrong.has(element.id), language, fallback }
  if (isQuestion(element)) return <QuestionBlock question={element} {...block} />
  if (element.type === 'instruction') return <InstructionBlock instruction={element} {...block} />
  return (
    <Nested
      element={element}
      number={number}
      selected={selected}
      wrong={wrong}
      language={language}
      fallback={fallback}
    />
  )
}

const Nested = memo(ContainerBlock)

type ContainerBlockProps = Around & { element: Group | Repeat; number: number }

/** A group or repeat with its elements, and the buttons that add to it. */
function ContainerBlock({ element, number, ...around }: ContainerBlockProps) {
  const { t } = useTranslation()
  const sentences = useSentences(text => textIn(text, around.language, around.fallback).text)
  const { id, questions } = element
  return (
    <BlockFrame
      element={element}
      number={number}
      facts={[t('forms.questionCount', { count: questions.length })]}
      sentences={sentences(element)}
      isSelected={around.selected === id}
      isWrong={around.wrong.has(id)}
      fallback={around.fallback}
      inside={
        <div className={styles.nested}>
          <ElementList parent={id} elements={questions} className={styles.questions} {...around} />
          <AddElement
            size="compact-sm"
            place={{ parent: id, index: questions.length }}
            text={t(element.type === 'repeat' ? 'formEditor.addToRepeat' : 'formEditor.addToGroup')}
          />
        </div>
      }
    />
  )
}

type QuestionBlockProps = {
  question: Question
  number: number
  isSelected: boolean
  isWrong: boolean
  language: Locale
  fallback: Locale
}

/** One question as it will look, with what it means in words. It is drawn again only when it changes itself. */
const QuestionBlock = memo(function QuestionBlock({ question: stored, language, ...frame }: QuestionBlockProps) {
  const { t } = useTranslation()
  const question = useQuestionWithChoices(stored)
  const sentences = useSentences(text => textIn(text, language, frame.fallback).text)(question)
  const isAsked = question.type !== 'calculated' && question.type !== 'hidden'
  return (
    <BlockFrame
      {...frame}
      element={question}
      facts={[isAsked && !question.required && !question.required_if && t('formEditor.optional')]}
      sentences={sentences}
    >
      {labelId => (
        <div className={elementBlockStyles.answer} inert>
          <InFormLanguage>
            <AnswerInput question={question} labelId={labelId} />
          </InFormLanguage>
        </div>
      )}
    </BlockFrame>
  )
})

type InstructionBlockProps = {
  instruction: Instruction
  number: number
  isSelected: boolean
  isWrong: boolean
  language: Locale
  fallback: Locale
}

/** Something to read, as it will look. */
const InstructionBlock = memo(function InstructionBlock({ instruction, language: _, ...frame }: InstructionBlockProps) {
  return (
    <BlockFrame {...frame} element={instruction} facts={[]} sentences={[]}>
      {() =>
        instruction.body && (
          <div className={elementBlockStyles.body}>
            <InFormLanguage>
              <FormText text={instruction.body} isBlock />
            </InFormLanguage>
          </div>
        )
      }
    </BlockFrame>
  )
})

type BlockFrameProps = {
  element: Element
  number: number
  /** Shown beside the name of the type. */
  facts: (string | false)[]
  sentences: string[]
  isSelected: boolean
  isWrong: boolean
  fallback: Locale
  /** How it is answered, given the element that says its name. */
  children?: ((labelId: string) => ReactNode) | undefined
  /** Its content, outside of the part that selects it when pressed. */
  inside?: ReactNode
}

/** The card of an element on the canvas: its type, its words, what it means; pressed, it is chosen. */
function BlockFrame({ element, number, facts, sentences, isSelected, isWrong, fallback, ...parts }: BlockFrameProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelId = useId()
  const { isPicking } = use(PicksContext)
  const Icon = typeIcons[element.type]
  const nameless = t('formEditor.namelessQuestion', { number: format.number(number) })
  const name = <ElementName text={element.label} fallback={fallback} nameless={nameless} isWrong={isWrong} />
  return (
    <li className={elementBlockStyles.question} data-selected={isSelected || undefined}>
      <div className={elementBlockStyles.head}>
        <p className={elementBlockStyles.type}>
          <Icon size={16} />
          {[t(`forms.types.${element.type}`), ...facts].filter(Boolean).join(' · ')}
        </p>
        <h3 id={labelId} className={elementBlockStyles.label}>
          {isSelected && !isPicking ? (
            <ElementTitle element={element} nameless={nameless}>
              {name}
            </ElementTitle>
          ) : (
            name
          )}
        </h3>
        {parts.children?.(labelId)}
        <ul className={elementBlockStyles.sentences}>
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
          <LogicSentences element={element} />
        </ul>
        {isPicking ? (
          <PickButton id={element.id} labelledBy={labelId} />
        ) : (
          <>
            <ElementButton id={element.id} labelledBy={labelId} isSelected={isSelected} field="label" />
            <DragHandle id={element.id} />
            {isSelected && <ElementTools id={element.id} kind="element" />}
          </>
        )}
      </div>
      {parts.inside}
    </li>
  )
}

type LogicSentencesProps = { element: Element }

/**
 * What an element depends on, in sentences. They follow the words of the questions that they speak of, and nothing
 * else: while one types into one question of two hundred, the others are not drawn again.
 */
const LogicSentences = ({ element }: LogicSentencesProps) => (hasLogic(element) ? <Followed element={element} /> : null)

function Followed({ element }: LogicSentencesProps) {
  const reading = useReading()
  const [kept, keep] = useState(reading)
  const isNews = kept !== reading && !readsTheSame(element, kept, reading)
  if (isNews) keep(reading)
  return (
    <HeldReadingContext value={isNews ? reading : kept}>
      <Sentences element={element} />
    </HeldReadingContext>
  )
}

const Sentences = memo(function Sentences({ element }: LogicSentencesProps) {
  return useLogicSentences()(element).map(sentence => <li key={sentence}>{sentence}</li>)
})

/** The sets of choices of the form that is shown. */
export const ChoiceSetsContext = createContext<readonly ChoiceSet[] | undefined>(undefined)

/**
 * The question with the choices of its set standing in it, as screens work with; the question itself where it takes
 * none.
 */
function useQuestionWithChoices(question: Question): Question {
  const sets = useContext(ChoiceSetsContext)
  return useMemo(() => questionWithChoices(question, sets), [question, sets])
}

export function questionWithChoices(question: Question, sets: readonly ChoiceSet[] | undefined): Question {
  if (!('choices' in question) || question.choice_set === undefined) return question
  return { ...question, choices: sets?.find(({ id }) => id === question.choice_set)?.choices ?? [] }
}
