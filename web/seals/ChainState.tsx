import { Button, Progress } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainCheck, SealFault } from '#shared/sealing/contract.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Seals.module.css'

/** The length of the chain, and the result of a full check. */
export function ChainState() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: chain, error, refetch } = useQuery(administration.sealing.chain.query({}))
  const { checked, begin, stop } = useChainCheck()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const progress = checked
    ? t('seals.chain.progress', { done: format.number(checked.done), total: format.number(checked.total) })
    : ''
  return (
    <section className={styles.section} aria-labelledby="seal-chain">
      <h2 id="seal-chain">{t('seals.chain.title')}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('seals.chain.count')}</dt>
          <dd className="tabular">{chain ? format.number(chain.count) : '…'}</dd>
        </div>
        <div>
          <dt>{t('seals.chain.lastAt')}</dt>
          <dd>{chain?.last_at ? <LocalTime value={chain.last_at} /> : chain ? t('seals.chain.empty') : '…'}</dd>
        </div>
        <div>
          <dt>{t('seals.chain.last.title')}</dt>
          <dd>{chain ? <LastCheck check={chain.last_check} /> : '…'}</dd>
        </div>
        {chain?.hash && (
          <div className={styles.wide}>
            <dt>{t('seals.chain.hash')}</dt>
            <dd>
              <Fingerprint value={chain.hash} />
            </dd>
          </div>
        )}
      </dl>
      <div role="status">
        {checked?.isRunning && <span className={styles.said}>{progress}</span>}
        {checked?.finishedAt && (
          <Notice kind={checked.found > 0 ? 'stop' : 'ok'}>
            {checked.found > 0
              ? t('seals.chain.differs', { number: format.number(checked.found) })
              : t('seals.chain.intact')}{' '}
            {t('seals.chain.at', { time: format.dateTime(checked.finishedAt) })}
          </Notice>
        )}
      </div>
      {checked?.isRunning && (
        <Progress value={checked.total > 0 ? (100 * checked.done) / checked.total : 0} aria-label={progress} />
      )}
      {checked?.error && (
        <Notice kind="stop">
          <ProblemText error={checked.error} />
        </Notice>
      )}
      {checked && checked.faults.length > 0 && <SealFaults faults={checked.faults} />}
      {checked && checked.found > maxListed && (
        <p className={styles.said}>{t('seals.chain.listed', { number: format.number(maxListed) })}</p>
      )}
      {chain && chain.count > 0 && (
        <div className={styles.buttons}>
          <Button
            leftSection={<IconShieldCheck size={20} />}
            loading={checked?.isRunning ?? false}
            onClick={() => void begin(chain.count)}
          >
            {t('seals.chain.begin')}
          </Button>
          {checked?.isRunning && (
            <Button variant="default" onClick={stop}>
              {t('seals.chain.stop')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** The last full check of the chain: when, by whom, and its result. */
function LastCheck({ check }: { check: ChainCheck | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!check) return t('seals.chain.last.never')
  const { checked_at, checked_by, checked_by_name, links, found } = check
  const numbers = { links: format.number(links), found: format.number(found) }
  return (
    <>
      <LocalTime value={checked_at} />{' '}
      {checked_by === null
        ? t('seals.chain.last.byNight')
        : checked_by_name && t('seals.chain.last.by', { name: checked_by_name })}
      <br />
      <StatusBadge status={found > 0 ? 'stop' : 'ok'}>
        {found > 0 ? t('seals.chain.last.differs', numbers) : t('seals.chain.last.intact', numbers)}
      </StatusBadge>
    </>
  )
}

type Area = keyof typeof fieldsOf

/** The part of a record that differs, by the first word of its fields; others count as other details. */
const fieldsOf = {
  answers: ['answers'],
  files: ['files'],
  document: ['document'],
  reviews: ['reviews'],
  versions: ['versions'],
  subjects: ['subjects'],
  score: ['score', 'score_percent', 'band', 'critical_failed'],
  archive: ['archived_at'],
  reviewState: ['review_state'],
  times: ['started_at', 'completed_at', 'received_at', 'device_time'],
  person: ['user_id', 'written_by'],
  form: ['form_id', 'form_version', 'form_sha256'],
  definition: ['definition'],
  other: [] as string[],
}

const areaOf = (field: string): Area => {
  const [first = ''] = field.split('.', 1)
  return (Object.keys(fieldsOf) as Area[]).find(area => fieldsOf[area].includes(first)) ?? 'other'
}

const pages = { submission: '/submission/view/', report: '/reports/details/' }

/** Lists records that differ from what was signed, each with a link to it. */
function SealFaults({ faults }: { faults: SealFault[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {faults.map(({ position, fault, fields, record_type, record_id }) => {
        const named = [...new Set(fields.map(areaOf))].map(area => t(`seals.fields.${area}`))
        return (
          <li key={`${position} ${fault} ${fields.join()}`} className={styles.fault}>
            <span>{t(`seals.faults.${fault}`, { position: format.number(position), fields: format.list(named) })}</span>
            {record_type && record_id !== null && fault !== 'gone' && (
              <PathLink href={`${pages[record_type]}${record_id}`} className={styles.link}>
                {t(`seals.open.${record_type}`)}
              </PathLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Bound of listed faults; all are counted. */
const maxListed = 200

type Checked = {
  isRunning: boolean
  /** Null until the end was reached. */
  finishedAt: string | null
  done: number
  total: number
  faults: SealFault[]
  found: number
  error: Error | null
}

const nothing: Checked = {
  ...{ isRunning: false, finishedAt: null, error: null },
  ...{ done: 0, total: 0, faults: [], found: 0 },
}

/** Checks the chain call by call, until it ends, is stopped, or the page is left. */
function useChainCheck() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const turn = useRef(0)
  const queries = useQueryClient()
  const stop = () => {
    turn.current++
    setChecked(last => (last?.isRunning ? null : last))
  }
  useEffect(
    () => () => {
      turn.current++
    },
    [],
  )
  const begin = async (total: number) => {
    const mine = ++turn.current
    let sofar: Checked = { ...nothing, isRunning: true, total }
    setChecked(sofar)
    try {
      for (let after = 0; sofar.isRunning; ) {
        const { checked_to, last, faults } = await administration.sealing.check({ after })
        if (mine !== turn.current) return
        const isEnd = checked_to >= last
        sofar = {
          ...{ isRunning: !isEnd, finishedAt: isEnd ? new Date().toISOString() : null, error: null },
          ...{ done: Math.min(checked_to, last), total: last, found: sofar.found + faults.length },
          faults: [...sofar.faults, ...faults].slice(0, maxListed),
        }
        setChecked(sofar)
        after = checked_to
        if (isEnd) await queries.invalidateQueries({ queryKey: administration.sealing.key })
      }
    } catch (error) {
      if (mine === turn.current) setChecked({ ...sofar, isRunning: false, error: error as Error })
    }
  }
  return { checked, begin, stop }
}

/** In groups of four, from left to right in every language. */
export const Fingerprint = ({ value }: { value: string }) => (
  <span dir="ltr" className={styles.fingerprint}>
    {value.replace(/(.{4})(?=.)/g, '$1 ')}
  </span>
)
