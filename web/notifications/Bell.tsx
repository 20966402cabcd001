import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import styles from './Bell.module.css'

/** How many notices wait, and the way to them. What the socket does not bring is asked for twice a minute. */
export function Bell() {
  const { t } = useTranslation()
  const format = useFormat()
  const can = useAbility()
  const isMember = useUser()?.company_id != null && can('read', 'Notice')
  const query = useQuery({
    ...api.notices.unreadCount.query({}),
    enabled: isMember,
    refetchInterval: 30_000,
  })
  if (!isMember) return null
  const count = query.data?.unread_count ?? 0
  return (
    <ActionIcon
      component={Link}
      to="/notifications"
      className={styles.bell}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={count > 0 ? t('notifications.unreadCount', { count }) : t('notifications.bell')}
    >
      <IconBell size={22} />
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {count > 99 ? '99+' : format.number(count)}
        </span>
      )}
    </ActionIcon>
  )
}
