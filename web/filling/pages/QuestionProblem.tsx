import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDraft, useWorkedOut } from '../../answers/draft/DraftContext.tsx'
import { problemOf, type ShownProblem } from '../../answers/draft/problemOf.ts'
import { FormText } from '../../answers/texts/FormText.tsx'
import styles from './QuestionCard.module.css'

/** What is wrong at a key as it stands. What is merely missing is not said before the person has been to the end. */
export function QuestionProblem({ at }: { at: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  // By its content: the same problem after another letter is not drawn again.
  const found = useWorkedOut(at, () => JSON.stringify(problemOf(draft, at)))
  const problem: ShownProblem | undefined = found && JSON.parse(found)
  if (!problem || (problem.isGap && !draft.hasSeenEnd)) return null
  return (
    <p className={styles.problem} data-status="attention" role="alert">
      <IconAlertTriangle size={18} />
      <span>{problem.own ? <FormText text={problem.own} /> : t(problem.text, problem.values)}</span>
    </p>
  )
}
