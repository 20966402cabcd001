import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useUser } from '../../lib/session/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { tellFailed, tellProblem } from '../../ui/toast.tsx'
import styles from '../NoticesPage.module.css'
import { pushState, turnOff, turnOn } from './browserPush.ts'

const queryKey = [...api.notices.key, 'push', 'state']

/** Whether this device hears of notices while tend is closed, and what that means. */
export function PushSwitch() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const userId = useUser()?.id ?? 0
  const state = useQuery({ queryKey, queryFn: pushState })
  const change = useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? turnOn(userId) : turnOff(userId)),
    onSuccess: now => queries.setQueryData(queryKey, now),
    // What is not the server's refusal is the browser's, whose push service does not answer.
    onError: error =>
      error instanceof RequestError ? void tellProblem(error) : void tellFailed(t('notices.push.failed')),
  })
  const now = state.data
  return (
    <div className={styles.push}>
      <Switch
        size="md"
        label={t('notices.push.here')}
        description={t('notices.push.help')}
        checked={now === 'on'}
        disabled={now === undefined || now === 'unsupported' || change.isPending}
        onChange={event => change.mutate(event.currentTarget.checked)}
      />
      {(now === 'denied' || now === 'unsupported') && <Notice kind="info">{t(`notices.push.${now}`)}</Notice>}
    </div>
  )
}
