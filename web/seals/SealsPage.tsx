import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { administration } from '../administrationApi.ts'
import { useIsAdmin } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone, tellProblem } from '../ui/toast.tsx'
import { ChainState, Fingerprint } from './ChainState.tsx'
import styles from './Seals.module.css'

/**
 * The company's chain of seals: how long it is, whether all is as it was sealed, who says when it was there, and by
 * which keys it is signed.
 */
export function SealsPage() {
  const { t } = useTranslation()
  // The keys are those of all companies, and admins work in none.
  const hasCompany = Boolean(useUser()?.company_id)
  return (
    <>
      <PageHeader title={t('seals.title')} isColumn>
        {t('seals.text')}
      </PageHeader>
      <div className={styles.sections} data-page="column">
        {hasCompany && <ChainState />}
        {hasCompany && <TimeStamps />}
        <SealKeys mayRenew={useIsAdmin()} />
      </div>
    </>
  )
}

/** The keys that seals were and are signed with, by their fingerprints; admins begin a new one. */
function SealKeys({ mayRenew }: { mayRenew: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const { data: keys } = useQuery(administration.sealing.keys.query({}))
  const renewing = useMutation({
    mutationFn: () => administration.sealing.renewKey({}),
    onSuccess: () => tellDone(t('seals.keys.renewed')),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.sealing.key }),
  })
  return (
    <section className={styles.section} aria-labelledby="seal-keys">
      <h2 id="seal-keys">{t('seals.keys.title')}</h2>
      <p className={styles.said}>{t('seals.keys.text')}</p>
      <ul className={styles.list}>
        {keys?.map((key, index) => (
          <li key={key.generation}>
            {index === 0 && <StatusBadge status="ok">{t('seals.keys.current')}</StatusBadge>}
            <div>
              <Fingerprint value={key.fingerprint} />
            </div>
            <span className={styles.said}>{t('seals.keys.since', { time: format.dateTime(key.made_at) })}</span>
          </li>
        ))}
      </ul>
      {mayRenew && (
        <div className={styles.buttons}>
          <ConfirmButton
            question={t('seals.keys.renewQuestion')}
            confirmText={t('seals.keys.renew')}
            onConfirm={() => renewing.mutate()}
            buttonProps={{ disabled: renewing.isPending }}
          >
            {t('seals.keys.renew')}
          </ConfirmButton>
        </div>
      )}
    </section>
  )
}

/** While an authority is asked. */
const betweenLooks = 2_000
const maxWait = 60_000

/** Who says when the chain was there, and the way to have its end stamped. */
function TimeStamps() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: () => administration.sealing.stamp({}),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.sealing.key }),
    // The section shows it.
    onError: () => undefined,
  })
  const isAwaited = (position: number | undefined, count: number | undefined) =>
    asking.data?.is_asked === true && (position ?? 0) < (count ?? 0) && Date.now() - asking.submittedAt < maxWait
  const { data: chain } = useQuery({
    ...administration.sealing.chain.query({}),
    refetchInterval: query =>
      isAwaited(query.state.data?.time_stamp?.position, query.state.data?.count) ? betweenLooks : false,
  })
  if (!chain) return null
  const last = chain.time_stamp?.position ?? 0
  return (
    <section className={styles.section} aria-labelledby="seal-stamps">
      <h2 id="seal-stamps">{t('seals.stamps.title')}</h2>
      <p className={styles.said}>{t(chain.has_authority ? 'seals.stamps.text' : 'seals.stamps.noAuthority')}</p>
      {chain.time_stamps.length > 0 && (
        <ul className={styles.list}>
          {chain.time_stamps.map(({ position, stamped_at, authority }) => (
            <li key={position}>
              {t('seals.stamps.stamp', {
                position: format.number(position),
                time: format.dateTime(stamped_at),
                authority,
              })}
            </li>
          ))}
        </ul>
      )}
      {chain.has_authority && chain.time_stamps.length === 0 && <p>{t('seals.stamps.none')}</p>}
      {asking.error && (
        <Notice kind="stop">
          <ProblemText error={asking.error} />
        </Notice>
      )}
      <span role="status" className={styles.said}>
        {isAwaited(last, chain.count) && t('seals.stamps.asked')}
        {chain.has_authority && chain.count > 0 && last >= chain.count && t('seals.stamps.upToDate')}
      </span>
      {chain.has_authority && last < chain.count && (
        <div className={styles.buttons}>
          <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
            {t('seals.stamps.ask')}
          </Button>
        </div>
      )}
    </section>
  )
}
