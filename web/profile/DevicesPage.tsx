import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Session } from '#shared/accounts/me.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellDone } from '../ui/toast.tsx'
import { deviceName } from './deviceName.ts'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'

/** /profile/devices: where the person is signed in, and how to end that. */
export function DevicesPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const sessions = useQuery(api.me.sessions.query())
  const changed = () => queries.invalidateQueries({ queryKey: api.me.sessions.key })
  const endOthers = useMutation({
    mutationFn: () => api.me.endOtherSessions(),
    onSuccess() {
      changed()
      tellDone(t('profile.devices.othersEnded'))
    },
  })
  if (sessions.error) return <ErrorState error={sessions.error} onRetry={() => sessions.refetch()} />
  if (!sessions.data) return <PageSkeleton />
  const others = sessions.data.filter(session => !session.is_current)
  return (
    <Section title={t('profile.devices.title')} text={t('profile.devices.text')}>
      <ul className={styles.rows}>
        {sessions.data.map(session => (
          <Device key={session.id} session={session} onEnded={changed} />
        ))}
      </ul>
      {others.length > 0 ? (
        <ConfirmButton
          question={t('profile.devices.endOthersQuestion', { count: others.length })}
          confirmText={t('profile.devices.end')}
          onConfirm={() => endOthers.mutate()}
          buttonProps={{ loading: endOthers.isPending }}
        >
          {t('profile.devices.endOthers')}
        </ConfirmButton>
      ) : (
        <p className={styles.small}>{t('profile.devices.onlyThis')}</p>
      )}
    </Section>
  )
}

function Device({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const ending = useMutation({ mutationFn: () => api.me.endSession({ id: session.id }), onSuccess: onEnded })
  const name = deviceName(session.device) ?? t('profile.devices.unknown')
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <div className={styles.rowName}>
          <span>{name}</span>
          {session.is_current && <StatusBadge status="ok">{t('profile.devices.this')}</StatusBadge>}
          {session.is_acting && <StatusBadge status="info">{t('profile.devices.acting')}</StatusBadge>}
        </div>
        <div className={styles.small}>
          {session.is_current
            ? t('profile.devices.since', { date: format.dateTime(session.created_at) })
            : t('profile.devices.lastSeen', { when: format.relative(session.last_seen_at) })}
          {session.ip && (
            <>
              {' · '}
              <bdi>{session.ip}</bdi>
            </>
          )}
        </div>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          loading={ending.isPending}
          onClick={() => ending.mutate()}
          aria-label={t('profile.devices.endOf', { device: name })}
        >
          {t('profile.devices.end')}
        </Button>
      )}
    </li>
  )
}
