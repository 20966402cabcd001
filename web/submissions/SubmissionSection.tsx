import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import { questionsOnce } from '#shared/forms/elements.ts'
import { judge } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { answerInWords, type Words } from '#shared/submissions/words.ts'
import { statusIcons } from '../ui/Notice.tsx'
import { AnswerExtras } from './AnswerExtras.tsx'
import { OpenedTask } from './OpenedTask.tsx'
import styles from './SubmissionSection.module.css'

type Props = { section: Section; submission: SubmissionDetail; words: Words }

/** One section with its own score and its answers; it can be folded away. */
export function SubmissionSection({ section, submission, words }: Props) {
  const percent = submission.score?.sections.find(({ id }) => id === section.id)?.percent ?? null
  return (
    <details open className={styles.section}>
      <summary className={styles.head}>
        <h2 className={styles.title}>{words.read(section.title)}</h2>
        {percent !== null && <span className={styles.percent}>{words.formats.percent(percent / 100)}</span>}
        <IconChevronDown size={20} className={styles.chevron} aria-hidden />
      </summary>
      <dl className={styles.answers}>
        {questionsOnce(section.questions).map(question => (
          <AnswerRow key={question.id} question={question} submission={submission} words={words} />
        ))}
      </dl>
    </details>
  )
}

function AnswerRow({ question, submission, words }: { question: Question } & Omit<Props, 'section'>) {
  const { t } = useTranslation()
  const answer = submission.answers[question.id]
  const said = answerInWords(question, answer, words)
  const { failed, counts } = judge(question, answer)
  const isCritical = 'critical' in question && question.critical === true
  const status = failed ? (isCritical ? 'stop' : 'attention') : counts ? 'ok' : null
  const Icon = status && statusIcons[status]
  return (
    <div className={styles.row}>
      <dt>{words.read(question.label)}</dt>
      <dd>
        <span className={styles.answer} data-status={status ?? undefined}>
          {Icon && <Icon size={18} aria-hidden />}
          {said ?? <span className={styles.none}>{t('submissions.pdf.not_answered')}</span>}
          {failed && <span className={styles.failed}>{t('submissions.failed')}</span>}
        </span>
        <AnswerExtras question={question} submission={submission} words={words} />
        {!isCritical &&
          submission.tasks
            .filter(task => task.question_id === question.id)
            .map(task => <OpenedTask key={task.task_id} task={task} />)}
      </dd>
    </div>
  )
}
