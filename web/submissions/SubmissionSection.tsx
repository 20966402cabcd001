import { IconAlertOctagon, IconArrowRight, IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { scoreAnswer } from '#shared/forms/scoreAnswer.ts'
import { criticalFailedOf, shownPercent } from '#shared/forms/scoring/criticalFailed.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { type Formatter, formatAnswer } from '#shared/submissions/formatter.ts'
import { captionOf, formatSize, givenFiles } from '#shared/submissions/givenFiles.ts'
import {
  askedKeysOf,
  criticalAnswers,
  type ReportAnswer,
  type ReportItem,
  reportOf,
} from '#shared/submissions/report.ts'
import { useFormat } from '../lib/format.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { Captioned } from '../ui/Captioned.tsx'
import { FileLink } from '../ui/FileLink.tsx'
import { bandStatus } from '../ui/figures/ScoreFigure.tsx'
import { statusIcons } from '../ui/Notice.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useGallery } from './gallery/Gallery.tsx'
import styles from './SubmissionSection.module.css'

type Props = { section: Section; submission: SubmissionDetail; state: FormState; words: Formatter }

/**
 * One section with its own score and its answers, row by row; it can be folded away. Nothing where it was not asked.
 */
export function SubmissionSection({ section, submission, state, words }: Props) {
  const { t } = useTranslation()
  const items = reportOf(section, state, submission.score, words, askedKeysOf(submission))
  const { percent = null, passed = null } = submission.score?.sections.find(({ id }) => id === section.id) ?? {}
  const failed = submission.score ? criticalFailedOf(section, submission.score) : 0
  const shown = shownPercent(percent, failed)
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
        {shown !== null && (
          <span className={failed > 0 ? styles.beside : styles.percent}>{words.formats.percent(shown / 100)}</span>
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

type ItemProps<Shown> = { item: Shown; submission: SubmissionDetail; words: Formatter }

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
  const said = formatAnswer(question, answer, words)
  // Its name is below, where it can be fetched.
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

type AnswerExtrasProps = { item: ReportAnswer; submission: SubmissionDetail; words: Formatter }

/** The note, the photos and the files of an answer. */
function AnswerExtras({ item: { question, answer, label }, submission, words }: AnswerExtrasProps) {
  const { t } = useTranslation()
  if (!answer) return null
  const { pictures: photos, others } = givenFiles(answer, submission.files)
  return (
    <>
      {answer.note && (
        <p className={styles.note}>
          <bdi>{answer.note}</bdi>
        </p>
      )}
      {photos.length > 0 && (
        <div className={styles.photos}>
          {photos.map((file, index) => (
            <Captioned key={file.uuid} caption={captionOf(answer, file.uuid)}>
              <Picture
                isWhole={question.type === 'signature'}
                uuid={file.uuid}
                src={`/storage/${file.path}`}
                alt={t('submissions.photoOf', {
                  number: words.formats.number(index + 1),
                  question: label,
                })}
              />
            </Captioned>
          ))}
        </div>
      )}
      {others.map(({ uuid, path, name, size }) => (
        <FileLink key={uuid} href={`/storage/${path}`} name={name} size={formatSize(size, words.formats)} />
      ))}
    </>
  )
}

/** A signature is wide and says nothing in part. */
function Picture({ isWhole, uuid, src, alt }: { isWhole: boolean; uuid: string; src: string; alt: string }) {
  const { t } = useTranslation()
  const open = useGallery()
  if (isWhole) return <img src={src} alt={alt} className={styles.signature} loading="lazy" />
  if (!open) return <PhotoThumb src={src} alt={alt} size={88} />
  return (
    <button
      type="button"
      className={styles.photo}
      aria-haspopup="dialog"
      title={t('common.openPhoto')}
      onClick={() => open(uuid)}
    >
      <img src={src} alt={alt} width={88} height={88} loading="lazy" decoding="async" />
    </button>
  )
}

/** The corrective task of a finding: what, who, by when, and whether it is done. */
export function OpenedTask({ task }: { task: SubmissionDetail['tasks'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isLate = task.stage === 'open' && task.due_at !== null && new Date(task.due_at) < new Date()
  const state = isLate ? 'overdue' : 'open'
  const status = { overdue: 'stop', open: 'attention' } as const
  const who = [
    task.assignee,
    task.due_at && task.stage === 'open' && t('submissions.dueAt', { time: format.dateTime(task.due_at) }),
  ]
  return (
    <div className={styles.task}>
      <IconArrowRight size={18} className={styles.arrow} />
      <div>
        <bdi className={styles.openedTaskTitle}>{taskTitle(task)}</bdi>
        <span className={styles.who}>{who.filter(Boolean).join(' · ')}</span>
      </div>
      {task.stage === 'done' ? (
        <StatusBadge status="attention">{t('findings.toBeRechecked')}</StatusBadge>
      ) : task.closed_how ? (
        <StatusBadge status="ok">{t(`findings.ends.${task.closed_how}`)}</StatusBadge>
      ) : (
        <StatusBadge status={status[state]}>{t(`submissions.taskStates.${state}`)}</StatusBadge>
      )}
    </div>
  )
}

/** The critical answers that failed, each with its photos and the task that came of it. Nothing where none failed. */
export function Findings({
  submission,
  state,
  words,
}: {
  submission: SubmissionDetail
  state: FormState
  words: Formatter
}) {
  const { t } = useTranslation()
  const id = useId()
  const failed = criticalAnswers(state, submission.score, words)
  if (failed.length === 0) return null
  return (
    <section className={styles.findings} aria-labelledby={id}>
      <h2 id={id} className={styles.findingsHeading}>
        <IconAlertOctagon size={22} />
        {t('submissions.failedCritical', { count: failed.length })}
      </h2>
      <ul className={styles.list}>
        {failed.map(item => (
          <li key={item.key} className={styles.finding}>
            <p className={styles.question} dir="auto">
              {item.label}
            </p>
            <p className={styles.findingsAnswer} dir="auto">
              {formatAnswer(item.question, item.answer, words)}
            </p>
            <AnswerExtras item={item} submission={submission} words={words} />
            {submission.tasks
              .filter(task => task.question_id === item.key)
              .map(task => (
                <OpenedTask key={task.task_id} task={task} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
