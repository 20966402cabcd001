import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { scoreAnswer } from '#shared/forms/scoreAnswer.ts'
import { criticalFailedOf } from '#shared/forms/scoring/criticalFailed.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { answerInWords, type Words } from '#shared/submissions/formatter.ts'
import { givenFiles } from '#shared/submissions/givenFiles.ts'
import { askedKeysOf, type ReportAnswer, type ReportItem, reportOf } from '#shared/submissions/report.ts'
import { statusIcons } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AnswerExtras } from './AnswerExtras.tsx'
import { bandStatus } from './bandStatus.ts'
import { OpenedTask } from './OpenedTask.tsx'
import styles from './SubmissionSection.module.css'

type Props = { section: Section; submission: SubmissionDetail; state: FormState; words: Words }

/** One section with its own score and its answers, row by row; it can be folded away. Nothing where it was not asked. */
export function SubmissionSection({ section, submission, state, words }: Props) {
  const { t } = useTranslation()
  const items = reportOf(section, state, submission.score, words, askedKeysOf(submission))
  const { percent = null, passed = null } = submission.score?.sections.find(({ id }) => id === section.id) ?? {}
  const failed = submission.score ? criticalFailedOf(section, submission.score) : 0
  if (items.length === 0) return null
  return (
    <details open className={styles.section}>
      <summary className={styles.head}>
        <h2 className={styles.title}>{words.read(section.title)}</h2>
        {failed > 0 && <StatusBadge status="stop">{t('submissions.failedCritical', { count: failed })}</StatusBadge>}
        {passed !== null && failed === 0 && (
          <StatusBadge status={passed ? 'ok' : 'stop'}>
            {t(passed ? 'submissions.passed' : 'submissions.notPassed')}
          </StatusBadge>
        )}
        {percent !== null && (
          <span className={failed > 0 ? styles.beside : styles.percent}>{words.formats.percent(percent / 100)}</span>
        )}
        <IconChevronDown size={20} className={styles.chevron} />
      </summary>
      <dl className={styles.answers}>
        {items.map(item => (
          <Item key={`${item.kind} ${item.key}`} item={item} submission={submission} words={words} />
        ))}
      </dl>
    </details>
  )
}

type ItemProps<Shown> = { item: Shown; submission: SubmissionDetail; words: Words }

function Item({ item, ...rest }: ItemProps<ReportItem>) {
  const { t } = useTranslation()
  if (item.kind === 'answer') return <AnswerRow item={item} {...rest} />
  if (item.kind === 'heading')
    return (
      <div className={styles.heading} data-depth={Math.min(item.depth, 2)}>
        <dt>
          <bdi>{item.text}</bdi>
        </dt>
      </div>
    )
  return (
    <div className={styles.row}>
      <dt>
        <bdi>{item.label}</bdi>
      </dt>
      <dd className={styles.measure}>
        {item.said}
        {item.band && <StatusBadge status={bandStatus[item.band]}>{t(`submissions.pdf.${item.band}`)}</StatusBadge>}
      </dd>
    </div>
  )
}

function AnswerRow({ item, submission, words }: ItemProps<ReportAnswer>) {
  const { t } = useTranslation()
  const { question, answer, label, key } = item
  const said = answerInWords(question, answer, words)
  // Its name stands below, where it can be fetched.
  const isShownAsFile = question.type === 'file' && givenFiles(answer, submission.files).others.length > 0
  const { failed, counts } = scoreAnswer(question, answer)
  const isCritical = 'critical' in question && question.critical === true
  const status = failed ? (isCritical ? 'stop' : 'attention') : counts ? 'ok' : null
  const Icon = status && statusIcons[status]
  return (
    <div className={styles.row}>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>
        <span className={styles.answer} data-status={status ?? undefined}>
          {Icon && <Icon size={18} />}
          {isShownAsFile ? null : said === null ? (
            <span className={styles.none}>{t('submissions.pdf.not_answered')}</span>
          ) : (
            <bdi>{said}</bdi>
          )}
          {failed && <span className={styles.failed}>{t('submissions.failed')}</span>}
        </span>
        <AnswerExtras item={item} submission={submission} words={words} />
        {!(failed && isCritical) &&
          submission.tasks
            .filter(task => task.question_id === key)
            .map(task => <OpenedTask key={task.task_id} task={task} />)}
      </dd>
    </div>
  )
}
