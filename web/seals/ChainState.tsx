import { Button, Progress } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { Fingerprint } from './Fingerprint.tsx'
import { LastCheck } from './LastCheck.tsx'
import { SealFaults } from './SealFaults.tsx'
import styles from './Seals.module.css'
import { maxListed, useChainCheck } from './useChainCheck.ts'

/** How long the chain is, and what a check of all of it finds. */
export function ChainState() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: chain, error, refetch } = useQuery(api.sealing.chain.query({}))
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
