import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Formatter } from '#shared/submissions/formatter.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { SubjectLinks } from '../tasks/SubjectLinks.tsx'
import { ScoreFigure } from '../ui/figures/ScoreFigure.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './SubmissionPage.module.css'

/** Two clocks are never quite the same, and sending takes a moment. */
const atOnce = 2 * 60_000

/** Whether it arrived noticeably later than it was completed on the device, or before that by its clock. */
const isLate = ({ completed_at, received_at }: SubmissionDetail) =>
  completed_at !== null && received_at !== null && Math.abs(Date.parse(received_at) - Date.parse(completed_at)) > atOnce

type Props = { submission: SubmissionDetail; words: Formatter; children: ReactNode }

/** The head of a submission: the score with its band, and about what, by whom, when. */
export function SubmissionSummary({ submission, words, children }: Props) {
  const { t } = useTranslation()
  const { score, subjects, contact, completed_at, received_at, task_sent_id, version } = submission
  const facts = [
    { label: t('submissions.about'), value: subjects.length > 0 && <SubjectLinks subjects={subjects} /> },
    {
      label: t('submissions.again.of'),
      value: submission.follows && (
        <PathLink href={`/submission/view/${submission.follows.submission_id}`} className={styles.link}>
          {t('submissions.again.open')}
        </PathLink>
      ),
    },
    { label: t('submissions.person'), value: submitterOf(submission, t) },
    { label: t('submissions.import.origin'), value: submission.imported_by && t('submissions.import.fromCopy') },
    { label: t('submissions.contact'), value: contact },
    { label: t('submissions.completed'), value: completed_at && <LocalTime value={completed_at} /> },
    {
      label: t('submissions.received'),
      value: isLate(submission) && received_at && <LocalTime value={received_at} />,
    },
    {
      label: t('submissions.points'),
      value: score && score.max > 0 && `${words.formats.number(score.points)} / ${words.formats.number(score.max)}`,
    },
    {
      label: t('submissions.subjectStatus'),
      value: score?.subject_status && (
        <StatusBadge status={score.subject_status}>
          {t(`submissions.subjectStates.${score.subject_status}`)}
        </StatusBadge>
      ),
    },
    { label: t('submissions.formVersion'), value: words.formats.number(version) },
    {
      label: t('submissions.task'),
      value: task_sent_id && (
        <Link to="/tasks/$id" params={{ id: String(task_sent_id) }} className={styles.link}>
          {t('submissions.openTask')}
        </Link>
      ),
    },
  ]
  return (
    <aside className={styles.summary} aria-label={t('submissions.summary')}>
      {submission.follows && <StatusBadge status="info">{t('submissions.again.recheck')}</StatusBadge>}
      {score && <ScoreFigure {...score} passed={null} criticalFailed={submission.critical_failed} />}
      <dl className={styles.facts}>
        {facts
          .filter(({ value }) => value)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
            </div>
          ))}
      </dl>
      {children}
    </aside>
  )
}
