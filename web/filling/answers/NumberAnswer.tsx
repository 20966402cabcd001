import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { parseNumber } from '#shared/forms/parseNumber.ts'
import type { NumberQuestion } from '#shared/forms/questions.ts'
import { toLocale } from '#shared/lib/language.ts'
import { useFormat } from '../../lib/format.ts'
import { useDraft, useRow } from '../DraftContext.tsx'
import { FormText } from '../FormText.tsx'
import styles from './NumberAnswer.module.css'

/**
 * A number as the person writes it: decimal comma, Arabic digits, thousands set apart. What was typed stays as it was typed; where
 * it could be read in two ways, the number that was understood stands under it.
 */
export function NumberAnswer({ question, labelId }: { question: NumberQuestion; labelId: string }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const row = useRow(question.id)
  const value = typeof row?.answer.value === 'number' ? row.answer.value : undefined
  const plain = (number: number) => format.number(number, { maximumFractionDigits: 6, useGrouping: false })
  const typed = row?.typed ?? (value === undefined ? '' : plain(value))
  const isAmbiguous = value !== undefined && /\d[.,\s'’٫٬،]\d/.test(typed) && typed.trim() !== plain(value)

  return (
    <div>
      <div className={styles.line}>
        <TextInput
          size="xl"
          inputMode={(question.min ?? 0) < 0 ? 'text' : question.decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={40}
          aria-labelledby={labelId}
          className={styles.input}
          value={typed}
          onChange={event => {
            const text = event.currentTarget.value
            const number = parseNumber(text, toLocale(i18n.language))
            draft.setValue(question, number ?? undefined, text.trim() ? { typed: text } : {})
          }}
        />
        {question.unit && (
          <span className={styles.unit}>
            <FormText text={question.unit} />
          </span>
        )}
      </div>
      {isAmbiguous && (
        <p className={styles.read}>
          {t('filling.readAs', { number: format.number(value, { maximumFractionDigits: 6 }) })}
        </p>
      )}
    </div>
  )
}
