import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#shared/webhooks/contract.ts'
import { administration } from '../administrationApi.ts'
import { SecretSheet } from '../keys/SecretSheet.tsx'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { Deliveries } from './Deliveries.tsx'
import { WebhookForm } from './WebhookForm.tsx'

type NewProps = { companyId: number; onClosed: () => void }

/** Makes a webhook, then shows its secret, once. */
export function NewWebhookSheet({ companyId, onClosed }: NewProps) {
  const [made, setMade] = useState<{ name: string; secret: string }>()
  if (made) return <SecretSheet {...made} of="webhooks" onClosed={onClosed} />
  return (
    <WebhookForm
      companyId={companyId}
      save={draft => administration.webhooks.create(draft)}
      onSaved={setMade}
      onClosed={onClosed}
    />
  )
}

/** Hours for which payloads are signed with the secret before a renewal too. */
const overlapHours = 24

type SheetProps = { webhook: Webhook; companyId: number; onClosed: () => void }

/** One webhook: what it is told, what came of it, and what can be done with it. */
export function WebhookSheet({ webhook, companyId, onClosed }: SheetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const { id } = webhook
  const changed = () => queries.invalidateQueries({ queryKey: administration.webhooks.key })
  const renewing = useMutation({
    mutationFn: () => administration.webhooks.renew({ id, overlap_hours: overlapHours }),
    onSettled: changed,
  })
  const pausing = useMutation({
    mutationFn: () => administration.webhooks[webhook.paused_at ? 'resume' : 'pause']({ id }),
    onSettled: changed,
  })
  const testing = useMutation({
    mutationFn: () => administration.webhooks.test({ id }),
    onSuccess: () => tellDone(t('webhooks.tested')),
    onSettled: changed,
  })
  const removing = useMutation({
    mutationFn: () => administration.webhooks.remove({ id }),
    onSuccess() {
      tellDone(t('webhooks.removed'))
      onClosed()
    },
    onSettled: changed,
  })
  if (renewing.data)
    return <SecretSheet name={webhook.name} of="webhooks" secret={renewing.data.secret} onClosed={onClosed} />
  if (isEditing)
    return (
      <WebhookForm
        companyId={companyId}
        webhook={webhook}
        save={draft => administration.webhooks.update({ id, ...draft })}
        onSaved={() => setEditing(false)}
        onClosed={() => setEditing(false)}
      />
    )
  const failure = renewing.error ?? pausing.error ?? testing.error ?? removing.error
  return (
    <SideSheet title={webhook.name} onClosed={onClosed}>
      {() => (
        <div className={sheet.form}>
          {failure && (
            <Notice kind="stop">
              <ProblemText error={failure} />
            </Notice>
          )}
          {webhook.paused_because && <Notice kind="attention">{t(`webhooks.paused.${webhook.paused_because}`)}</Notice>}
          {!webhook.paused_at && webhook.failing_since && (
            <Notice kind="attention">
              {t('webhooks.failingSince', { time: format.dateTime(webhook.failing_since) })}
            </Notice>
          )}
          <FieldList
            fields={[
              { label: t('webhooks.url'), value: <bdi dir="ltr">{webhook.url}</bdi> },
              { label: t('webhooks.key'), value: webhook.key_name },
              {
                label: t('webhooks.events'),
                value: format.list(webhook.events.map(event => t(`webhooks.types.${event}`))),
              },
              ...(webhook.previous_until && new Date(webhook.previous_until) > new Date()
                ? [{ label: t('webhooks.previousUntil'), value: <LocalTime value={webhook.previous_until} /> }]
                : []),
              { label: t('webhooks.madeAt'), value: <LocalTime value={webhook.created_at} /> },
            ]}
          />
          <Group>
            <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
              {t('webhooks.test')}
            </Button>
            {webhook.paused_because !== 'key' && (
              <Button variant="default" loading={pausing.isPending} onClick={() => pausing.mutate()}>
                {t(webhook.paused_at ? 'webhooks.resume' : 'webhooks.pause')}
              </Button>
            )}
            <Button variant="default" onClick={() => setEditing(true)}>
              {t('webhooks.edit')}
            </Button>
            <ConfirmButton
              question={t('webhooks.renewQuestion')}
              confirmText={t('webhooks.renew')}
              onConfirm={() => renewing.mutate()}
              buttonProps={{ loading: renewing.isPending }}
            >
              {t('webhooks.renew')}
            </ConfirmButton>
            <ConfirmButton
              question={t('webhooks.removeQuestion')}
              confirmText={t('webhooks.remove')}
              onConfirm={() => removing.mutate()}
              buttonProps={{ loading: removing.isPending }}
            >
              {t('webhooks.remove')}
            </ConfirmButton>
          </Group>
          <Deliveries webhookId={id} />
        </div>
      )}
    </SideSheet>
  )
}
