import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Seals.module.css'

/** While an authority is asked. */
const betweenLooks = 2_000
const longestWait = 60_000

/** Who says when the chain was there, and the way to have its end stamped. */
export function TimeStamps() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: () => api.sealing.stamp({}),
    onSettled: () => queries.invalidateQueries({ queryKey: api.sealing.key }),
    // It stands in the section.
    onError: () => undefined,
  })
  const isAwaited = (position: number | undefined, count: number | undefined) =>
    asking.data?.is_asked === true && (position ?? 0) < (count ?? 0) && Date.now() - asking.submittedAt < longestWait
  const { data: chain } = useQuery({
    ...api.sealing.chain.query({}),
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
