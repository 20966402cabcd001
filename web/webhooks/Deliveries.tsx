import { Button, Code, Group, Pagination, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '#shared/webhooks/contract.ts'
import { administration } from '../administrationApi.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Select } from '../ui/floatingParts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/QueryBoundary.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Deliveries.module.css'

const pageSize = 10
/** How often the log is read while somebody looks at it. */
const everyMs = 3_000
/** The log is kept for so long. */
const keptMs = 30 * 24 * 3600_000

type State = WebhookDelivery['state']

/** The log of a webhook, the latest first: what was sent, what was answered, and sending it again. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const [state, setState] = useState<State | null>(null)
  const log = useQuery({
    ...administration.webhooks.deliveries.query({
      ...{ id: webhookId, page, per_page: pageSize },
      ...(state && { state }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  const replaying = useMutation({
    mutationFn: () =>
      administration.webhooks.replayFailed({ id: webhookId, since: new Date(Date.now() - keptMs).toISOString() }),
    onSuccess: ({ count }) => tellDone(t('webhooks.replayed', { count })),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.webhooks.key }),
  })
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('webhooks.log')}
      </Title>
      {replaying.error && (
        <Notice kind="stop">
          <ProblemText error={replaying.error} />
        </Notice>
      )}
      <Group mb="sm" align="end">
        <Select
          label={t('webhooks.state')}
          data={(['delivered', 'waiting', 'failed'] as const).map(value => ({
            value,
            label: t(`webhooks.deliveryStates.${value}`),
          }))}
          value={state}
          placeholder={t('webhooks.allStates')}
          clearable
          onChange={value => {
            setState(value as State | null)
            setPage(1)
          }}
        />
        <ConfirmButton
          question={t('webhooks.replayQuestion')}
          confirmText={t('webhooks.replayAll')}
          onConfirm={() => replaying.mutate()}
          buttonProps={{ loading: replaying.isPending }}
        >
          {t('webhooks.replayAll')}
        </ConfirmButton>
      </Group>
      <QueryBoundary query={log}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <Text c="dimmed">{t('webhooks.logEmpty')}</Text>}
            <ul className={styles.rows}>
              {data.map(delivery => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
            {meta.last_page > 1 && <Pagination mt="md" total={meta.last_page} value={page} onChange={setPage} />}
          </>
        )}
      </QueryBoundary>
    </section>
  )
}

const statuses = { delivered: 'ok', waiting: 'attention', failed: 'stop' } as const

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { type, state, status, failure, tries, due_at, created_at } = delivery
  const outcome = failure
    ? t(`webhooks.failures.${failure}`)
    : status === null
      ? null
      : t('webhooks.status', { status })
  return (
    <li className={styles.row}>
      <Group justify="space-between" gap="xs">
        <span>{t(`webhooks.types.${type}`)}</span>
        <StatusBadge status={statuses[state]}>{t(`webhooks.deliveryStates.${state}`)}</StatusBadge>
      </Group>
      <Text size="sm" c="dimmed">
        <LocalTime value={created_at} />
        {outcome && <> · {outcome}</>}
        {tries > 1 && <> · {t('webhooks.tries', { count: tries })}</>}
      </Text>
      {state === 'waiting' && due_at && tries > 0 && (
        <Text size="sm" c="dimmed">
          {t('webhooks.nextTry')} <LocalTime value={due_at} />
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('webhooks.details')}
      </Button>
      {isOpen && <DeliveryDetails id={delivery.id} />}
    </li>
  )
}

/** What was sent and answered, and another try with the same id. */
function DeliveryDetails({ id }: { id: number }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const detail = useQuery(administration.webhooks.delivery.query({ id }))
  const replaying = useMutation({
    mutationFn: () => administration.webhooks.replay({ id }),
    onSuccess: () => tellDone(t('webhooks.replayed', { count: 1 })),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.webhooks.key }),
  })
  return (
    <QueryBoundary query={detail}>
      {({ message_id, body, answer }) => (
        <Stack gap="xs" mt="xs">
          {replaying.error && (
            <Notice kind="stop">
              <ProblemText error={replaying.error} />
            </Notice>
          )}
          <Text size="sm">
            {t('webhooks.messageId')} <Code dir="ltr">{message_id}</Code>
          </Text>
          <Sent title={t('webhooks.body')} text={body === null ? null : indented(body)} none={t('webhooks.notSent')} />
          <Sent title={t('webhooks.answer')} text={answer} none={t('webhooks.noAnswer')} />
          <Group>
            <Button variant="default" size="sm" loading={replaying.isPending} onClick={() => replaying.mutate()}>
              {t('webhooks.replay')}
            </Button>
          </Group>
        </Stack>
      )}
    </QueryBoundary>
  )
}

function Sent({ title, text, none }: { title: string; text: string | null; none: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {text ? (
        <Code block dir="ltr" className={styles.content} tabIndex={0} aria-label={title} role="region">
          {text}
        </Code>
      ) : (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
    </div>
  )
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
