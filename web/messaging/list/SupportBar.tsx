import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { useUser } from '../../lib/session/session.ts'
import styles from '../thread/ThreadPane.module.css'

/** For the platform's admins, who share the support line: who looks after this, and taking it over or handing it on, to one of them or to all. */
export function SupportBar({ conversation: { id, assigned_to } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const { data } = useQuery(api.users.list.query({ is_admin: true, per_page: 100 }))
  const take = useMutation({
    mutationFn: (user_id: number | null) => api.messaging.take({ id, user_id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.messaging.key }),
  })
  const isMine = assigned_to === ownId
  const admins = data?.data ?? []
  return (
    <div className={styles.support}>
      <NativeSelect
        className={styles.supporter}
        aria-label={t('messaging.takenBy')}
        disabled={!data}
        value={assigned_to ?? ''}
        onChange={event => take.mutate(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
        data={[
          { value: '', label: t('messaging.takenByAll') },
          ...admins.map(({ id: adminId, name }) => ({ value: String(adminId), label: name })),
        ]}
      />
      <Button size="compact-md" variant="default" onClick={() => take.mutate(isMine ? null : (ownId ?? null))}>
        {isMine ? t('messaging.handOver') : t('messaging.takeOver')}
      </Button>
    </div>
  )
}
