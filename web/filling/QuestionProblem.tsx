import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import { useDraft, useRow } from './DraftContext.tsx'
import { problemOf } from './problemOf.ts'
import styles from './QuestionProblem.module.css'

/** What is wrong with an answer as it stands. What is merely missing is not said before the person has been to the end. */
export function QuestionProblem({ question }: { question: Question }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const problem = problemOf(question, useRow(question.id))
  if (!problem || (problem.isGap && !draft.hasSeenEnd)) return null
  return (
    <p className={styles.problem} data-status="attention" role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      {t(problem.text, problem.values)}
    </p>
  )
}
