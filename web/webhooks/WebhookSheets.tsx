import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#shared/webhooks/contract.ts'
import { isWebhookAddress, maxAddress, type WebhookEvent, webhookEvents } from '#shared/webhooks/rules.ts'
import { administration } from '../administrationApi.ts'
import { NewKeySheet } from '../keys/KeySheets.tsx'
import { SecretSheet } from '../keys/SecretSheet.tsx'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ChoiceField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { Deliveries } from './Deliveries.tsx'

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

type Values = { name: string; url: string; key_id: string | null; events: WebhookEvent[] }
const blank: Values = { name: '', url: '', key_id: null, events: [] }
const valuesOf = ({ name, url, key_id, events }: Webhook): Values => ({ name, url, key_id: String(key_id), events })

type Props<Saved> = {
  companyId: number
  /** Absent for a new one. */
  webhook?: Webhook
  save: (draft: { name: string; url: string; key_id: number; events: WebhookEvent[] }) => Promise<Saved>
  onSaved: (saved: Saved) => void
  onClosed: () => void
}

/** Name, address, key and events of a webhook; a key can be made on the way. */
function WebhookForm<Saved>({ companyId, webhook, save, onSaved, onClosed }: Props<Saved>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isMakingKey, setMakingKey] = useState(false)
  const begun = webhook ? valuesOf(webhook) : blank
  const { form, restart } = useDraftForm<Values>(webhook ? `webhook ${webhook.id}` : 'webhook', begun)
  const keys = useQuery(administration.keys.list.query({ company_id: companyId, per_page: 100 }))
  const events = useController({
    control: form.control,
    name: 'events',
    rules: { validate: chosen => chosen.length > 0 || t('problem.field.required') },
  })
  const saving = useMutation({
    mutationFn: ({ key_id, ...draft }: Values) => save({ ...draft, url: draft.url.trim(), key_id: Number(key_id) }),
    onSuccess(saved) {
      queries.invalidateQueries({ queryKey: administration.webhooks.key })
      restart()
      onSaved(saved)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors))
        if (field in blank) form.setError(field as FieldPath<Values>, { message: texts.join(' ') })
    },
  })
  return (
    <SideSheet
      title={webhook ? webhook.name : t('webhooks.add')}
      onClosed={onClosed}
      hasUnsaved={form.formState.isDirty}
      onDiscard={() => restart()}
    >
      {close => (
        <>
          <form className={sheet.form} noValidate onSubmit={form.handleSubmit(values => saving.mutate(values))}>
            {saving.error && (
              <Notice kind="stop">
                <ProblemText error={saving.error} />
              </Notice>
            )}
            {keys.error && <ErrorState error={keys.error} onRetry={keys.refetch} />}
            <TextField
              form={form}
              name="name"
              label={t('webhooks.name')}
              description={t('webhooks.nameHint')}
              required
              maxLength={200}
            />
            <TextField
              form={form}
              name="url"
              label={t('webhooks.url')}
              description={t('webhooks.urlHint')}
              required
              maxLength={maxAddress}
              validate={value =>
                isWebhookAddress(String(value ?? '').trim()) ? undefined : t('problem.field.not_a_webhook_address')
              }
            />
            <ChoiceField
              form={form}
              name="key_id"
              label={t('webhooks.key')}
              description={t('webhooks.keyHint')}
              required
              choices={(keys.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <Group>
              <Button variant="default" size="sm" onClick={() => setMakingKey(true)}>
                {t('keys.add')}
              </Button>
            </Group>
            <Checkbox.Group
              label={t('webhooks.events')}
              required
              value={events.field.value}
              onChange={chosen => events.field.onChange(chosen)}
              error={events.fieldState.error?.message}
            >
              <Stack gap="sm" mt="xs">
                {webhookEvents.map(event => (
                  <Checkbox key={event} value={event} label={t(`webhooks.types.${event}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
            <SheetFooter>
              <Button variant="default" onClick={close}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={saving.isPending}>
                {webhook ? t('common.save') : t('webhooks.make')}
              </Button>
            </SheetFooter>
          </form>
          {/* Beside the form, whose end its own would be too. */}
          {isMakingKey && <NewKeySheet companyId={companyId} onClosed={() => setMakingKey(false)} />}
        </>
      )}
    </SideSheet>
  )
}
