import { Button } from '@mantine/core'
import { IconCircleCheck, IconEye, IconRepeat } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/findings/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { todayKey } from '../tasks/queries.ts'
import { ReasonDrawer } from '../ui/fields/ReasonDrawer.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText, JoinedTexts, LocalTime } from '../ui/texts/ContentText.tsx'
import { tellProblem, tellUndo } from '../ui/toast.tsx'
import styles from './Findings.module.css'

/** Findings, each with its way to what was filled in; those that are open can be settled here. */
export function FindingList({ findings, label }: { findings: Finding[]; label: string }) {
  const [settling, setSettling] = useState<Finding>()
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {findings.map(finding => (
          <FindingRow key={finding.id} finding={finding} onSettle={() => setSettling(finding)} />
        ))}
      </ul>
      {settling && <SettleSheet finding={settling} onClosed={() => setSettling(undefined)} />}
    </>
  )
}

function FindingRow({ finding, onSettle }: { finding: Finding; onSettle: () => void }) {
  const { t } = useTranslation()
  const can = useAbility()
  const { severity, subjects, form_name, note, question, user_name, found_at, closed_how } = finding
  const task = finding.task_title !== null && taskTitle({ title: finding.task_title, titles: finding.task_titles })
  const facts = [user_name, closed_how === null && task && t('findings.task', { title: task })].filter(Boolean)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <PathLink href={`/submission/view/${finding.submission_id}`} className={styles.link}>
          {subjects.length > 0 ? (
            <JoinedTexts texts={subjects.map(({ name }) => name)} between=", " />
          ) : (
            <ContentText text={form_name} />
          )}
        </PathLink>
        {note && <bdi className={styles.note}>{note}</bdi>}
        <span className={styles.text}>
          {question ? <ContentText text={question} /> : <ContentText text={form_name} />}
        </span>
        <span className={styles.text}>
          <LocalTime value={found_at} as="relative" />
          {facts.length > 0 && ' · '}
          <JoinedTexts texts={facts} />
        </span>
        {(finding.done || finding.recheck) && <Chain finding={finding} />}
        {closed_how !== null && <Ending finding={finding} />}
      </div>
      {closed_how === null && (
        <div className={styles.end}>
          <StatusBadge status={severity === 'critical' ? 'stop' : 'attention'}>
            {t(`findings.severities.${severity}`)}
          </StatusBadge>
          {can('update', 'Finding', finding) && (
            <Button variant="default" size="compact-md" className={styles.settle} onClick={onSettle}>
              {t('findings.settle')}
            </Button>
          )}
        </div>
      )}
    </li>
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

/** What came after the task of a finding: what was done with what shows it, and who looked again. Nothing before that. */
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

/** Asks why a finding is settled, which can be taken back. */
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
