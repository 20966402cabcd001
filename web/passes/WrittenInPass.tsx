import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PassKind } from '#shared/passes/rules.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PassFindingCard, PassNote } from './PassFindingCard.tsx'
import styles from './visit/Pass.module.css'

/** What the inspector wrote, for managers: findings with their tasks, picked records, the closing note. */
export function WrittenInPass({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data: written } = useQuery(administration.passes.written.query({ id }))
  if (!written) return null
  const { findings, picks, closing } = written
  if (findings.length + picks.length === 0 && !closing) return null
  return (
    <section aria-labelledby="pass-written">
      <h2 id="pass-written">{t('passes.written.title')}</h2>
      {closing && <PassNote closing={closing} />}
      {findings.length > 0 && (
        <ul className={styles.list} aria-label={t('findings.title')}>
          {findings.map(finding => (
            <PassFindingCard
              key={finding.uuid}
              finding={finding}
              about={
                <>
                  <RecordLink kind={finding.kind} id={finding.record_id} />
                  {finding.sent_task_id !== null && (
                    <PathLink href={`/tasks/${finding.sent_task_id}`}>{t('passes.facts.task')}</PathLink>
                  )}
                </>
              }
            />
          ))}
        </ul>
      )}
      {picks.length > 0 && (
        <>
          <h3>{t('passes.written.picks')}</h3>
          <ul className={styles.list}>
            {picks.map(pick => (
              <li key={pick.uuid} className={styles.row}>
                <RecordLink kind={pick.kind} id={pick.record_id} />
                <span dir="auto">{pick.reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The record; a link where it has a page of its own. */
function RecordLink({ kind, id }: { kind: PassKind | null; id: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (kind === null || id === null) return null
  const name = t('passes.written.record', {
    kind: t(`passes.kinds.${kind}`),
    number: format.number(id, { useGrouping: false }),
  })
  return kind === 'submission' ? <PathLink href={`/submission/view/${id}`}>{name}</PathLink> : <span>{name}</span>
}
