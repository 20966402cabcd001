import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Can } from '../../lib/ability.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import { FindingText } from '../FindingText.tsx'
import type { StatedRow, StatusCalls } from '../registerCalls.ts'
import styles from './Status.module.css'
import { SubjectStatus } from './SubjectStatus.tsx'

const SetStatusForm = lazyPart(() => import('./SetStatusForm.tsx').then(part => part.SetStatusForm))

type Props = { row: StatedRow; feature: string; subject: string; calls: StatusCalls; why?: ReactNode }

/**
 * The state that a row is in: since when, what was found, by which form or person. What is stopped or needs attention stands out; that all
 * is well is said in one quiet line.
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
