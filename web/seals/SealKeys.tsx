import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellDone, tellProblem } from '../ui/toast.tsx'
import { Fingerprint } from './Fingerprint.tsx'
import styles from './Seals.module.css'

/** The keys that seals were and are signed with, by their fingerprints; admins begin a new one. */
export function SealKeys({ mayRenew }: { mayRenew: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const { data: keys } = useQuery(api.sealing.keys.query({}))
  const renewing = useMutation({
    mutationFn: () => api.sealing.renewKey({}),
    onSuccess: () => tellDone(t('seals.keys.renewed')),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.sealing.key }),
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
