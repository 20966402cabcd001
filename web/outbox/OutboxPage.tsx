import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useEntryErrorText } from '../lib/errorText.ts'
import { useReader } from '../lib/format.ts'
import { isUnderway } from '../lib/offline/outboxHandler.ts'
import { type QueueItem, useQueueItems } from '../lib/offline/queueActions.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { useUser } from '../lib/session/session.ts'
import { useAction } from '../lib/useAction.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './OutboxList.module.css'
import { RescueButton } from './RescueButton.tsx'

/** Lists all work on this device: not sent yet, and sent in the last 30 days. */
export function OutboxPage() {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? 0
  const { ofOthers } = useQueue()
  const { value: all, error, retry } = useQueueItems(userId)
  const { online } = useNetwork()
  const { run: sendNow, isBusy } = useAction(() => useQueue.sendNow())
  const unsent = all?.filter(({ entry }) => entry.state !== 'done') ?? []
  const sent = all?.filter(({ entry }) => entry.state === 'done') ?? []
  const canSend = unsent.some(({ isSendable }) => isSendable)

  return (
    <>
      <PageHeader
        title={t('filling.outbox.title')}
        isColumn
        actions={
          canSend &&
          online && (
            <Button leftSection={<IconSend size={20} />} loading={isBusy} onClick={sendNow}>
              {t('filling.outbox.sendNow')}
            </Button>
          )
        }
      />
      {ofOthers > 0 && <Notice kind="info">{t('filling.outbox.ofOthers', { count: ofOthers })}</Notice>}
      {!all && (error === undefined ? <PageSkeleton /> : <ErrorState error={error} onRetry={retry} />)}
      {all && unsent.length === 0 && (
        <EmptyState
          drawing={<ClipboardDrawing />}
          title={t('filling.outbox.empty')}
          text={t('filling.outbox.emptyText')}
        />
      )}
      {unsent.length > 0 && <OutboxList title={t('filling.outbox.unsent')} shown={unsent} />}
      {unsent.some(({ isUnsent }) => isUnsent) && <RescueButton userId={userId} />}
      {sent.length > 0 && <OutboxList title={t('filling.outbox.sent')} shown={sent} />}
    </>
  )
}

const statusOf = {
  draft: 'info',
  waiting: 'attention',
  sending: 'info',
  refused: 'stop',
  done: 'ok',
  discarded: 'info',
} as const

/**
 * Entries of this device with their state in plain words, the last thing that went wrong, and what to do about it.
 * Nobody is asked to try again what sends itself.
 */
function OutboxList({ title, shown }: { title: string; shown: QueueItem[] }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {shown.map(one => (
          <li key={one.entry.uuid}>
            <OutboxItem {...one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OutboxItem({ entry, handler }: QueueItem) {
  const { t } = useTranslation()
  const reader = useReader()
  const words = useEntryErrorText()
  const companyId = useUser()?.company_id
  const { title, details, href, advice } = handler.describe(entry, reader)
  const time = 'sent_at' in entry && typeof entry.sent_at === 'string' ? entry.sent_at : entry.updated_at
  return (
    <>
      <PathLink href={href ?? '/outbox'} className={styles.entry}>
        <span className={styles.words}>
          <bdi className={styles.name}>{title}</bdi>
          <span className={styles.description}>
            {details.map(detail => `${detail} · `)}
            <LocalTime value={time} />
          </span>
          {entry.state !== 'done' && entry.last_error && (
            <span className={styles.description}>
              {isUnderway(entry) ? t('filling.outbox.advice.wait') : words(entry.last_error)}
            </span>
          )}
          {advice && !isUnderway(entry) && <span className={styles.advice}>{advice}</span>}
          {entry.company_id !== companyId && (
            <span className={styles.description}>{t('filling.outbox.otherCompany')}</span>
          )}
        </span>
        <StatusBadge status={statusOf[entry.state]}>{t(`filling.states.${entry.state}`)}</StatusBadge>
      </PathLink>
      {entry.state === 'refused' && handler.isRemovable && (
        <Button variant="subtle" color="gray" onClick={() => useQueue.remove(entry)}>
          {t('filling.outbox.remove', { name: title })}
        </Button>
      )}
    </>
  )
}
