import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NumberQuestion } from '#shared/forms/questions.ts'
import { toLocale } from '#shared/lib/language.ts'
import { maxDigits, parseNumber } from '#shared/lib/numbers.ts'
import { useFormat } from '../lib/format.ts'
import { useDraft, useRowPart } from './draft/DraftContext.tsx'
import type { AnswerRow } from './draft/rows.ts'
import styles from './NumberAnswer.module.css'
import { ofOneLine, TypedInput } from './TypedInput.tsx'
import { FormText } from './texts/FormText.tsx'

/**
 * A number as the person writes it: decimal comma, Arabic digits, thousands set apart. What was typed stays as it was typed; where
 * it could be read in two ways, the number that was understood stands under it.
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
