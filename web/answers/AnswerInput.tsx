import { Input } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { NumberQuestion, Question, TextQuestion } from '#shared/forms/questions.ts'
import { asksForRows } from '#shared/forms/registerTypes.ts'
import { toLocale } from '#shared/lib/language.ts'
import { maxDigits, parseNumber } from '#shared/lib/numbers.ts'
import { formatAnswer } from '#shared/submissions/formatter.ts'
import { useFormat } from '../lib/format.ts'
import { asWritten } from '../theme/theme.ts'
import { lazyParts } from '../ui/lazyPart.tsx'
import styles from './AnswerInput.module.css'
import { ChoiceAnswer, YesNoAnswer } from './choices/ChoiceAnswer.tsx'
import { useDraft, useDraftVersion, useFormTexts, useRowPart } from './draft/DraftContext.tsx'
import type { AnswerRow } from './draft/rows.ts'
import { PhotoAnswer } from './photos/PhotoAnswer.tsx'
import { FormText } from './texts/FormText.tsx'

const rare = lazyParts(() => import('./RareAnswer.tsx'))
const RareAnswer = rare(parts => parts.RareAnswer)
const RegisterAnswer = rare(parts => parts.RegisterAnswer)

/** The means of answering a question. `labelId` is the element that says the question. */
export function AnswerInput({ question, labelId }: { question: Question; labelId: string }) {
  if (asksForRows(question)) return <RegisterAnswer question={question} labelId={labelId} />
  switch (question.type) {
    case 'yes_no':
      return <YesNoAnswer question={question} labelId={labelId} />
    case 'single_choice':
    case 'multiple_choice':
      return <ChoiceAnswer question={question} labelId={labelId} />
    case 'number':
      return <NumberAnswer question={question} labelId={labelId} />
    case 'text':
      return <TextAnswer question={question} labelId={labelId} />
    case 'photo':
      return <PhotoAnswer question={question} />
    case 'date':
    case 'time':
    case 'date_time':
    case 'slider':
    case 'rating':
    case 'file':
    case 'signature':
    case 'barcode':
    case 'place':
    case 'shape':
      return <RareAnswer question={question} labelId={labelId} />
    case 'calculated':
    case 'hidden':
      return <ReadOnlyValue question={question} />
  }
}

/** The present value of a question that nobody answers by hand. */
export function ReadOnlyValue({ question }: { question: Question }) {
  const draft = useDraft()
  const words = useFormTexts()
  useDraftVersion(question.id)
  const value = draft.state.value(question.id)
  const said = value === undefined ? null : formatAnswer(question, { value }, words)
  return (
    <output className={styles.value} data-empty={!said || undefined}>
      {said || '–'}
    </output>
  )
}

function TextAnswer({ question, labelId }: { question: TextQuestion; labelId: string }) {
  const draft = useDraft()
  const shared = {
    at: question.id,
    textOf,
    size: 'lg',
    attributes: asWritten,
    maxLength: 20_000,
    ...(question.keyboard && { inputMode: modes[question.keyboard] }),
    'aria-labelledby': labelId,
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.setValue(question, event.currentTarget.value || undefined),
  }
  return question.long ? (
    <Input component={TypedTextarea} multiline rows={3} {...shared} />
  ) : (
    <div>
      <Input component={TypedInput} classNames={ofOneLine} {...shared} />
    </div>
  )
}

/** In the words of browsers. */
const modes = { phone: 'tel', numbers: 'numeric', decimals: 'decimal', email: 'email', url: 'url' } as const

const textOf = (row: AnswerRow | undefined) => (typeof row?.answer.value === 'string' ? row.answer.value : '')

/**
 * A number as the person writes it: decimal comma, Arabic digits, separators of thousands. The typed text stays as it
 * is; where it has two readings, the number that was understood is shown below.
 */
export function NumberAnswer({ question, labelId }: { question: NumberQuestion; labelId: string }) {
  const { i18n } = useTranslation()
  const plain = usePlain()
  const draft = useDraft()
  return (
    <div>
      <div className={styles.line}>
        <div className={styles.input}>
          <Input
            component={TypedInput}
            classNames={ofOneLine}
            at={question.id}
            textOf={row => row?.typed ?? plain(numberIn(row))}
            size="xl"
            inputMode={keyboardOf(question)}
            autoComplete="off"
            maxLength={40}
            aria-labelledby={labelId}
            onChange={event => {
              const text = event.currentTarget.value
              const number = parseNumber(text, toLocale(i18n.language), { isWhole: question.decimals === 0 })
              draft.setValue(question, number ?? undefined, text.trim() ? { typed: text } : {})
            }}
          />
        </div>
        {question.unit && (
          <span className={styles.unit}>
            <FormText text={question.unit} />
          </span>
        )}
      </div>
      <ReadAs at={question.id} />
    </div>
  )
}

/** The keypads of iPhones have no minus: only where nothing below zero can be answered there is one. */
const keyboardOf = ({ min, decimals }: NumberQuestion) =>
  min === undefined || min < 0 ? 'text' : decimals === 0 ? 'numeric' : 'decimal'

/** The number that was understood, where what was typed could mean another. */
function ReadAs({ at }: { at: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const plain = usePlain()
  const number = useRowPart(at, row => {
    const typed = row?.typed?.trim() ?? ''
    return /\d[.,\s'’٫٬،]\d/.test(typed) && typed !== plain(numberIn(row)) ? numberIn(row) : undefined
  })
  return (
    number !== undefined && (
      <p className={styles.read}>
        {t('filling.readAs', { number: format.number(number, { maximumFractionDigits: maxDigits }) })}
      </p>
    )
  )
}

const numberIn = (row: AnswerRow | undefined) => (typeof row?.answer.value === 'number' ? row.answer.value : undefined)

/** How the reader writes a number in a field. */
function usePlain() {
  const format = useFormat()
  return (number: number | undefined) =>
    number === undefined ? '' : format.number(number, { maximumFractionDigits: maxDigits, useGrouping: false })
}

type Typed = {
  /** The key of the answer. */
  at: string
  /** The text in the element. */
  textOf: (row: AnswerRow | undefined) => string
}

function TypedInput({ at, textOf, ref, ...rest }: Typed & ComponentProps<'input'>) {
  const typed = useTyped<HTMLInputElement>({ at, textOf })
  return <input {...rest} ref={useMergedRef(ref, typed.ref)} defaultValue={typed.first} />
}

/**
 * The element in which an answer is typed, for Mantine's `Input`, without the wrapper: the question is its label, and
 * each wrapper would be drawn twice. The browser has drawn a letter by itself before anybody hears of it, so React
 * draws nothing: the element is told only what was not typed in it.
 */
export function TypedTextarea({ at, textOf, ref, ...rest }: Typed & ComponentProps<'textarea'>) {
  const typed = useTyped<HTMLTextAreaElement>({ at, textOf })
  return <textarea {...rest} ref={useMergedRef(ref, typed.ref)} defaultValue={typed.first} />
}

/** The classes of an `Input` around a `TypedInput`. */
const ofOneLine = { wrapper: styles.typedInputLine ?? '' }

function useTyped<E extends HTMLInputElement | HTMLTextAreaElement>({ at, textOf }: Typed) {
  const draft = useDraft()
  const ref = useRef<E>(null)
  const first = useRef(textOf(draft.rowOf(at)))
  useLayoutEffect(() => {
    function show() {
      const text = textOf(draft.rowOf(at))
      if (ref.current && ref.current.value !== text) ref.current.value = text
    }
    show()
    const stop = draft.watchQuestion(at, show)
    return () => void stop()
  }, [draft, at, textOf])
  return { ref, first: first.current }
}
