import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassFollowUp } from '#shared/passes/followUp.ts'
import { useFormat } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { askPass, type Door, isOver } from './askPass.ts'
import styles from './Pass.module.css'

/** Findings and requests for evidence of the pass that this one renews, as far as they have come. */
export function EarlierWritten({ door }: { door: Door }) {
  const { t } = useTranslation()
  const format = useFormat()
  const found = useFollowUp(door)
  if (!found || (found.findings.length === 0 && found.requests.length === 0 && !found.closing)) return null
  return (
    <section aria-labelledby="pass-earlier">
      <h2 id="pass-earlier">{t('passes.visit.earlier.title')}</h2>
      <ul className={styles.list}>
        {found.findings.map(({ uuid, text, location, due_on, state, done_at, kind, record_id }) => (
          <Row
            key={uuid}
            {...{ text, kind, record_id }}
            about={location}
            due={due_on}
            done={done_at}
            state={t(`passes.written.states.${state}`)}
            isOpen={state === 'open'}
          />
        ))}
        {found.requests.map(({ number, text, due_on, state, kind, record_id }) => (
          <Row
            key={`request ${number}`}
            {...{ text, kind, record_id }}
            about={t('passes.requests.number', { number: format.number(number) })}
            due={due_on}
            done={null}
            state={t(`passes.requests.states.${state}`)}
            isOpen={state === 'open'}
          />
        ))}
      </ul>
      {found.closing && (
        <p dir="auto">
          <strong>{t('passes.written.closing')}</strong> {found.closing}
        </p>
      )}
    </section>
  )
}

type RowProps = {
  text: string
  kind: string | null
  record_id: number | null
  about: string | null
  due: string
  done: string | null
  state: string
  isOpen: boolean
}

function Row({ text, kind, record_id, about, due, done, state, isOpen }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const parts = [about, t('passes.requests.due', { date: format.date(due) }), done && format.dateTime(done)]
  return (
    <li className={styles.row}>
      <span className={styles.name} dir="auto">
        {text}
      </span>
      <span className={styles.about}>
        <bdi>{parts.filter(Boolean).join(' · ')}</bdi>
        {kind && <a href={`#${kind}-${record_id}`}>{t('passes.visit.earlier.record')}</a>}
      </span>
      <StatusBadge status={isOpen ? 'attention' : 'ok'}>{state}</StatusBadge>
    </li>
  )
}

function useFollowUp({ address, onClosed }: Door) {
  const [found, setFound] = useState<PassFollowUp | null>(null)
  // Without it the records are there all the same.
  const refused = useEffectEvent((problem: unknown) => isOver(problem) && onClosed(problem))
  useEffect(() => {
    const left = new AbortController()
    askPass<{ data: PassFollowUp | null }>(address, '/earlier', {}, left.signal).then(
      ({ data }) => setFound(data),
      problem => !left.signal.aborted && refused(problem),
    )
    return () => left.abort()
  }, [address])
  return found
}
