import { Button } from '@mantine/core'
import { IconCircleCheck, IconEye, IconRepeat } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/findings/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { GiveSheet } from '../tasks/company/GiveSheet.tsx'
import { DueTime, useNow } from '../tasks/DueTime.tsx'
import { todayKey } from '../tasks/queries.ts'
import { OwnTaskAction } from '../tasks/TaskCard.tsx'
import { ReasonDrawer } from '../ui/fields/ReasonDrawer.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText, JoinedTexts, LocalTime } from '../ui/texts/ContentText.tsx'
import { tellDone, tellProblem, tellUndo } from '../ui/toast.tsx'
import styles from './Findings.module.css'

/** Findings, a card each: what was answered, who has the task until when, and what can be done about it here. */
export function FindingList({ findings, label }: { findings: Finding[]; label: string }) {
  const [settling, setSettling] = useState<Finding>()
  const [giving, setGiving] = useState<Finding>()
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {findings.map(finding => (
          <FindingRow
            key={finding.id}
            finding={finding}
            onSettle={() => setSettling(finding)}
            onGive={() => setGiving(finding)}
          />
        ))}
      </ul>
      {giving?.open_task && (
        <GiveSheet
          sentTaskIds={giving.open_task.people.map(({ sent_task_id }) => sent_task_id)}
          onClosed={() => setGiving(undefined)}
        />
      )}
      {settling && <SettleSheet finding={settling} onClosed={() => setSettling(undefined)} />}
    </>
  )
}

type RowProps = { finding: Finding; onSettle: () => void; onGive: () => void }

function FindingRow({ finding, onSettle, onGive }: RowProps) {
  const { t } = useTranslation()
  const can = useAbility()
  const card = useRef<HTMLLIElement>(null)
  const me = useUser()?.id
  const own = finding.open_task?.people.find(({ user_id }) => user_id === me)?.sent_task_id
  const { severity, subjects, form_name, note, photos, question, answer, user_name, found_at, closed_how } = finding
  return (
    <li ref={card} className={styles.row} tabIndex={-1}>
      <div className={styles.words}>
        <PathLink href={`/submission/view/${finding.submission_id}`} className={styles.link}>
          {subjects.length > 0 ? (
            <JoinedTexts texts={subjects.map(({ name }) => name)} between=", " />
          ) : (
            <ContentText text={form_name} />
          )}
        </PathLink>
        <span>
          <ContentText text={question ?? form_name} />{' '}
          {answer && (
            <strong>
              <ContentText text={answer} />
            </strong>
          )}
        </span>
        {note && <bdi className={styles.note}>{note}</bdi>}
        <span className={styles.text}>
          <LocalTime value={found_at} as="relative" />
          {user_name && (
            <>
              {' · '}
              <bdi>{user_name}</bdi>
            </>
          )}
        </span>
        {photos.length > 0 && (
          <span className={styles.photos}>
            {photos.map(({ path }, index) => (
              <PhotoThumb
                key={path}
                src={`/storage/${path}`}
                alt={t('findings.foundPhoto', { number: index + 1 })}
                size={56}
              />
            ))}
          </span>
        )}
        {closed_how === null && finding.task_title !== null && <CorrectiveTask finding={finding} />}
        {(finding.done || finding.recheck) && <Chain finding={finding} />}
        {closed_how !== null && <Ending finding={finding} />}
      </div>
      {closed_how === null && (
        <StatusBadge status={severity === 'critical' ? 'stop' : 'attention'}>
          {t(`findings.severities.${severity}`)}
        </StatusBadge>
      )}
      {closed_how === null && (
        <div className={styles.actions}>
          {own && <OwnTaskAction sentTaskId={own} onFocusLost={() => card.current?.focus({ preventScroll: true })} />}
          {finding.open_task && can('update', 'Task') && (
            <>
              <RemindButton open={finding.open_task} />
              <Button variant="default" size="compact-md" onClick={onGive}>
                {t('tasks.board.giveTo')}
              </Button>
            </>
          )}
          {can('update', 'Finding', finding) && (
            <Button variant="default" size="compact-md" onClick={onSettle}>
              {t('findings.settle')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** The task that puts it right: its name, who has it, and when it is due. The reader's own is a link to do it. */
function CorrectiveTask({ finding: { task_title, task_titles, open_task } }: { finding: Finding }) {
  const { t } = useTranslation()
  const me = useUser()?.id
  const now = useNow()
  const title = t('findings.task', { title: taskTitle({ title: task_title ?? '', titles: task_titles }) })
  if (!open_task) return <bdi className={styles.text}>{title}</bdi>
  const { people, people_count, due_at } = open_task
  const [first] = people
  const own = people.find(({ user_id }) => user_id === me)
  const who =
    first &&
    (people_count === 1 ? first.user_name : t('findings.people', { name: first.user_name, count: people_count - 1 }))
  return (
    <span className={styles.task}>
      {own ? (
        <PathLink href={`/tasks/${own.sent_task_id}`}>
          <bdi>{title}</bdi>
        </PathLink>
      ) : (
        <bdi>{title}</bdi>
      )}
      <bdi>{who}</bdi>
      <DueTime sent={{ ...stillOpen, due_at }} now={now} />
    </span>
  )
}

/** An occurrence that has not ended, as far as its due time is told. */
const stillOpen = { is_completed: false, is_skipped: false, is_missed: false }

const hourMs = 3_600_000

/** Reminds the others who have the task open, once an hour. */
function RemindButton({ open: { people, reminded_at } }: { open: NonNullable<Finding['open_task']> }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const me = useUser()?.id
  const now = useNow()
  const others = people.filter(({ user_id }) => user_id !== me)
  const reminding = useMutation({
    mutationFn: () => api.tasks.remind({ sent_task_ids: others.map(({ sent_task_id }) => sent_task_id) }),
    onSuccess: ({ reminded: count }) =>
      void tellDone(count === 0 ? t('findings.nobodyReminded') : t('findings.reminded', { count })),
    onError: error => void tellProblem(error),
    onSettled: () => {
      for (const queryKey of [api.findings.key, todayKey]) queries.invalidateQueries({ queryKey })
    },
  })
  if (others.length === 0) return null
  if (reminded_at !== null && Date.parse(reminded_at) > now - hourMs)
    return <span className={styles.text}>{t('findings.wasReminded')}</span>
  return (
    <Button variant="default" size="compact-md" loading={reminding.isPending} onClick={() => reminding.mutate()}>
      {t('findings.remind')}
    </Button>
  )
}

/** How it ended, who saw to that, when, and why. */
function Ending({ finding: { closed_how, closed_by_name, closed_at, reason } }: { finding: Finding }) {
  const { t } = useTranslation()
  return (
    <span className={styles.text}>
      {closed_how && t(`findings.ends.${closed_how}`)}
      {closed_by_name && (
        <>
          {' · '}
          <bdi>{closed_by_name}</bdi>
        </>
      )}
      {closed_at && (
        <>
          {' · '}
          <LocalTime value={closed_at} as="relative" />
        </>
      )}
      {reason && (
        <>
          {': '}
          <bdi>{reason}</bdi>
        </>
      )}
    </span>
  )
}

/**
 * What came after the task of a finding: what was done with what shows it, and who looked again. Nothing before that.
 */
function Chain({ finding: { done, recheck } }: { finding: Finding }) {
  const { t } = useTranslation()
  const format = useFormat()
  const Looked = recheck?.state === 'failed' ? IconRepeat : IconEye
  return (
    <ol className={styles.chain} aria-label={t('findings.chain')}>
      {done && (
        <li className={styles.chainLink}>
          <IconCircleCheck size={18} />
          <div className={styles.chainWords}>
            <span>
              {t('findings.done', { by: done.by ?? '' })} · <LocalTime value={done.at} as="relative" />
            </span>
            {done.note && <bdi className={styles.chainNote}>{done.note}</bdi>}
            {done.photos.length > 0 && (
              <span className={styles.photos}>
                {done.photos.map(({ path }, index) => (
                  <PhotoThumb
                    key={path}
                    src={`/storage/${path}`}
                    alt={t('findings.photoOf', { number: format.number(index + 1) })}
                    size={56}
                  />
                ))}
              </span>
            )}
          </div>
        </li>
      )}
      {recheck && (
        <li className={styles.chainLink} data-state={recheck.state}>
          <Looked size={18} aria-hidden />
          <span className={styles.chainWords}>
            {recheck.at === null ? (
              t(`findings.rechecks.${recheck.state}`, { by: recheck.by })
            ) : (
              <span>
                <PathLink href={`/submission/view/${recheck.submission_id}`}>
                  {t(`findings.rechecks.${recheck.state}`, { by: recheck.by })}
                </PathLink>{' '}
                · <LocalTime value={recheck.at} as="relative" />
              </span>
            )}
          </span>
        </li>
      )}
    </ol>
  )
}

const reasons = ['repaired', 'lookedAgain', 'vet', 'mistake'] as const

/** Asks why a finding is closed, which can be undone. */
function SettleSheet({ finding: { id }, onClosed }: { finding: Finding; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const changed = () => {
    for (const queryKey of [api.findings.key, todayKey]) queries.invalidateQueries({ queryKey })
  }
  const reopening = useMutation({
    mutationFn: () => api.findings.reopen({ id }),
    onError: error => void tellProblem(error),
    onSettled: changed,
  })
  const settling = useMutation({
    mutationFn: (reason: string) => api.findings.settle({ id, reason }),
    onSuccess: () => void tellUndo(t('findings.settled'), t('common.undo'), () => reopening.mutate()),
    onError: error => void tellProblem(error),
    onSettled: changed,
  })

  return (
    <ReasonDrawer
      title={t('findings.settleTitle')}
      question={t('findings.settleQuestion')}
      reasons={reasons.map(reason => t(`findings.reasons.${reason}`))}
      label={t('findings.ownReason')}
      maxLength={1_000}
      submit={t('findings.settle')}
      isPending={settling.isPending}
      onChosen={(reason, close) => settling.mutate(reason, { onSuccess: close })}
      onClosed={onClosed}
    />
  )
}
