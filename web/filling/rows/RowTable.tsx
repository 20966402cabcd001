/**
 * The rows of a repeat as a table where there is room for one: a line for each row and a column for each question, so
 * that one thing is checked through the whole herd. Notes, photos and further questions are in the row itself, which
 * opens as on a phone.
 */
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { questionsOnce } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { AnswerInput, ReadOnlyValue } from '../../answers/AnswerInput.tsx'
import { RowsProvider, useDraft, useDraftSelector, useEvaluated, useRows } from '../../answers/draft/DraftContext.tsx'
import { anchorOf } from '../../answers/draft/pages.ts'
import { FormText } from '../../answers/texts/FormText.tsx'
import { QuestionProblem } from '../pages/QuestionCard.tsx'
import { RowMenu, type ShownRows } from './RowList.tsx'
import styles from './RowTable.module.css'
import { useNear, useReturn, useRowName } from './rowList.ts'

const isColumn = (question: Question) =>
  question.type !== 'hidden' && !(question.type === 'calculated' && question.hidden === true)

export function RowTable({ repeat, at, rows, back, onOpen }: ShownRows) {
  const { t } = useTranslation()
  const questions = useMemo(() => questionsOnce(repeat.questions).filter(isColumn), [repeat])
  if (rows.length === 0) return <p className={styles.none}>{t('filling.rows.none')}</p>
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-labelledby={`${anchorOf(at)}-label`}>
        <thead>
          <tr>
            <th scope="col">{t('filling.rows.row')}</th>
            {questions.map(({ id, label }) => (
              <th key={id} scope="col" id={`${anchorOf(at)}-${id}`}>
                <FormText text={label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row}
              repeat={repeat}
              at={at}
              row={row}
              questions={questions}
              isBack={row === back}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Omit<ShownRows, 'rows' | 'back'> & {
  row: string
  isBack: boolean
  questions: Question[]
  isFirst: boolean
  isLast: boolean
}

function Row({ repeat, at, row, questions, isBack, isFirst, isLast, onOpen }: RowProps) {
  const draft = useDraft()
  const around = useRows()
  const within = useMemo(() => [...around, row], [around, row])
  const rowName = useRowName()
  const name = useDraftSelector(() => rowName(repeat, within))
  const nameId = useId()
  const [box, isNear] = useNear<HTMLTableRowElement>(isBack)
  const button = useReturn(isBack)
  return (
    <tr ref={box} className={styles.row}>
      <th scope="row">
        <div className={styles.head}>
          <button ref={button} type="button" id={nameId} className={styles.open} onClick={() => onOpen(row)}>
            <bdi>{name}</bdi>
            <IconChevronRight size={18} className={styles.chevron} />
          </button>
          {isNear && repeat.rows?.from !== 'count' && (
            <RowMenu repeat={repeat} at={at} row={row} isFirst={isFirst} isLast={isLast} />
          )}
        </div>
      </th>
      {isNear ? (
        <RowsProvider rows={within}>
          {questions.map(question => (
            <Cell
              key={question.id}
              question={draft.asked(question, row)}
              labelId={`${nameId} ${anchorOf(at)}-${question.id}`}
            />
          ))}
        </RowsProvider>
      ) : (
        <td colSpan={questions.length} />
      )}
    </tr>
  )
}

function Cell({ question, labelId }: { question: Question; labelId: string }) {
  const { id } = question
  const isShown = useEvaluated(id, state => state.isVisible(id))
  const isReadOnly = useEvaluated(id, state => state.isReadOnly(id))
  return (
    <td id={anchorOf(id)} className={styles.cell}>
      {isShown && (
        <>
          {isReadOnly ? <ReadOnlyValue question={question} /> : <AnswerInput question={question} labelId={labelId} />}
          <QuestionProblem at={id} />
        </>
      )}
    </td>
  )
}
