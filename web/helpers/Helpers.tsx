import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Helper } from '#shared/helpers/contract.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { FileLink } from '../ui/FileLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { AskSheet } from './AskSheet.tsx'
import styles from './Helpers.module.css'

/** Whom outside the company was asked to do a task, what they said, and a way to ask. */
export function Helpers({ sent }: { sent: SentTask }) {
  const { t } = useTranslation()
  const id = useId()
  const can = useAbility()
  const [isAsking, setAsking] = useState(false)
  const helpers = useQuery(api.helpers.list.query({ id: sent.id }))
  const isOpen = !sent.is_completed && !sent.is_skipped && !sent.is_missed
  const mayAsk = can('update', 'Task', { company_id: sent.company_id })
  const asked = helpers.data ?? []
  const canAsk = mayAsk && isOpen
  if (asked.length === 0 && !canAsk) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t('helpers.section')}
      </h2>
      {asked.length > 0 && (
        <ul className={styles.list}>
          {asked.map(helper => (
            <Asked key={helper.id} helper={helper} mayRevoke={mayAsk} />
          ))}
        </ul>
      )}
      {canAsk && (
        <Button variant="default" leftSection={<IconMailForward size={20} />} onClick={() => setAsking(true)}>
          {t('helpers.ask')}
        </Button>
      )}
      {isAsking && <AskSheet sentId={sent.id} onClosed={() => setAsking(false)} />}
    </section>
  )
}

const statuses = {
  asked: 'info',
  done: 'ok',
  revoked: 'attention',
  expired: 'attention',
  failed: 'stop',
} as const

function stateOf({ done_at, revoked_at, expires_at, delivery_error }: Helper): keyof typeof statuses {
  if (done_at) return 'done'
  if (revoked_at) return 'revoked'
  if (Date.parse(expires_at) <= Date.now()) return 'expired'
  return delivery_error ? 'failed' : 'asked'
}

function Asked({ helper, mayRevoke }: { helper: Helper; mayRevoke: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => api.helpers.remove({ id: helper.sent_task_id, helper_id: helper.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.helpers.key }),
  })
  const state = stateOf(helper)
  const isGood = state === 'asked' || state === 'failed'
  return (
    <li className={styles.helper}>
      <div className={styles.who}>
        <bdi className={styles.email}>{helper.email}</bdi>
        <StatusBadge status={statuses[state]}>{t(`helpers.states.${state}`)}</StatusBadge>
        {isGood && <span className={styles.small}>{t('helpers.until', { date: format.date(helper.expires_at) })}</span>}
        {mayRevoke && isGood && (
          <ConfirmButton
            question={t('helpers.revokeQuestion', { email: helper.email })}
            confirmText={t('helpers.revoke')}
            onConfirm={() => revoking.mutate()}
            buttonProps={{ loading: revoking.isPending }}
          >
            {t('helpers.revoke')}
          </ConfirmButton>
        )}
      </div>
      {helper.notes.map(({ id, text, file, created_at }) => (
        <div key={id} className={styles.note}>
          {text && (
            <p className={styles.text}>
              <bdi>{text}</bdi>
            </p>
          )}
          {file &&
            (file.content_type.startsWith('image/') ? (
              <PhotoThumb src={`/storage/${file.path}`} alt={file.name} />
            ) : (
              <FileLink href={`/storage/${file.path}`} name={file.name} />
            ))}
          <span className={styles.small}>
            <LocalTime value={created_at} />
          </span>
        </div>
      ))}
    </li>
  )
}
