import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#shared/webhooks/contract.ts'
import { isWebhookAddress, maxAddress, type WebhookEvent, webhookEvents } from '#shared/webhooks/rules.ts'
import { administration } from '../administrationApi.ts'
import { NewKeySheet } from '../keys/KeySheets.tsx'
import { RequestError } from '../lib/requestError.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ChoiceField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'

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
export function WebhookForm<Saved>({ companyId, webhook, save, onSaved, onClosed }: Props<Saved>) {
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
