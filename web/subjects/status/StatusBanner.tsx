import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatusFinding } from '#shared/subjects/contract.ts'
import { Can } from '../../lib/ability.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { ContentText, LocalTime } from '../../ui/texts/ContentText.tsx'
import type { StatedRow, StatusCalls } from '../registerApis.ts'
import styles from './Status.module.css'
import { SubjectStatus } from './SubjectStatus.tsx'

const SetStatusForm = lazyPart(() => import('./SetStatusForm.tsx').then(part => part.SetStatusForm))

type Props = { row: StatedRow; feature: string; subject: string; calls: StatusCalls; why?: ReactNode }

/**
 * The status of a subject: since when, the reason, and the form or person that set it. A stop or attention is
 * highlighted; that it is fit is one small line.
 */
export function StatusBanner({ row, feature, subject, calls, why }: Props) {
  const { t } = useTranslation()
  const [isSetting, setSetting] = useState(false)
  const { data } = useQuery(calls.statuses.query({ id: row.id, per_page: 5 }))
  const { status } = row
  const found = data?.data.find(one => !one.is_withdrawn && one.found_at === status?.since)
  const button = !row.archived_at && (
    <Can I="update" a={subject} row={row}>
      <Button variant="default" size="sm" onClick={() => setSetting(true)}>
        {t('subjects.set')}
      </Button>
    </Can>
  )
  const said = status && (
    <div>
      <p className={styles.state}>
        {status.state === 'ok' ? (
          <SubjectStatus state="ok" />
        ) : (
          <strong>{t(`submissions.subjectStates.${status.state}`)}</strong>
        )}{' '}
        <LocalTime value={status.since} />
      </p>
      {found && <FindingText found={found} />}
      {found?.stage === 'done' && <p className={styles.source}>{t('findings.toBeRechecked')}</p>}
      {why}
    </div>
  )
  return (
    <div className={styles.banner}>
      {status && status.state !== 'ok' ? (
        <Notice kind={status.state}>
          <div className={styles.row}>
            {said}
            {button}
          </div>
        </Notice>
      ) : (
        <div className={styles.row}>
          {said || <span className={styles.quiet}>{t('subjects.unknown')}</span>}
          {button}
        </div>
      )}
      {isSetting && <SetStatusForm row={row} feature={feature} calls={calls} onClosed={() => setSetting(false)} />}
    </div>
  )
}

const steps = [5, 25, 100] as const

/** What was found about a row so far, the latest first. */
export function StatusHistory({ id, calls }: { id: number; calls: StatusCalls }) {
  const { t } = useTranslation()
  const [step, setStep] = useState(0)
  const { data } = useQuery({
    ...calls.statuses.query({ id, per_page: steps[step] ?? 5 }),
    placeholderData: keepPreviousData,
  })
  if (!data || data.meta.total === 0) return null
  const hasMore = data.meta.total > data.data.length && step < steps.length - 1
  return (
    <section aria-labelledby="status-history" className={styles.section}>
      <h2 id="status-history" className={styles.heading}>
        {t('subjects.history')}
      </h2>
      <ol className={styles.list}>
        {data.data.map(found => (
          <li key={found.id} className={styles.entry} data-withdrawn={found.is_withdrawn || undefined}>
            <div className={styles.line}>
              <SubjectStatus state={found.state} />
              <LocalTime value={found.found_at} />
            </div>
            <FindingText found={found} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button variant="subtle" color="gray" onClick={() => setStep(step + 1)}>
          {t('subjects.more')}
        </Button>
      )}
    </section>
  )
}

/** The finding in the words of form and person; the form, which opens for people who may read it; and the person. */
function FindingText({ found }: { found: StatusFinding }) {
  const { t } = useTranslation()
  const { finding, reason, form_name, submission_id, user_name, is_withdrawn } = found
  const form = form_name && <ContentText text={form_name} />
  return (
    <>
      {finding && (
        <p className={styles.finding}>
          <ContentText text={finding} />
        </p>
      )}
      {reason && (
        <p className={styles.finding}>
          <bdi>{reason}</bdi>
        </p>
      )}
      <p className={styles.source}>
        {form && submission_id ? <PathLink href={`/submission/view/${submission_id}`}>{form}</PathLink> : form}
        {form && user_name && ' · '}
        {user_name && <bdi>{user_name}</bdi>}
        {is_withdrawn && <span> · {t('subjects.withdrawn')}</span>}
      </p>
    </>
  )
}
