import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { useUser } from '../../lib/session/session.ts'
import { messagingApi } from '../api.ts'
import styles from '../thread/ThreadPane.module.css'

/** For the platform's admins, who share the support line: who looks after this, and taking it over or handing it back. */
export function SupportBar({ conversation: { id, assigned_to } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const take = useMutation({
    mutationFn: (user_id: number | null) => messagingApi.take({ id, user_id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['messaging'] }),
  })
  const isMine = assigned_to === ownId
  return (
    <div className={styles.support}>
      <span>{assigned_to !== null && t('messaging.takenBy')}</span>
      <Button size="compact-md" variant="default" onClick={() => take.mutate(isMine ? null : (ownId ?? null))}>
        {isMine ? t('messaging.handOver') : t('messaging.takeOver')}
      </Button>
    </div>
  )
}
