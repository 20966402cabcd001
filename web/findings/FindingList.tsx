import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/findings/contract.ts'
import { useAbility } from '../lib/ability.tsx'
import { taskTitle } from '../lib/taskTitle.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { JoinedTexts } from '../ui/texts/JoinedTexts.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { Chain } from './Chain.tsx'
import styles from './FindingList.module.css'
import { SettleSheet } from './SettleSheet.tsx'

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
