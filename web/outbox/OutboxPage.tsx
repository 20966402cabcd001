import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxEntry } from '../lib/offline/entry.ts'
import { type AnyKind, dueAt, isUnsent } from '../lib/offline/kind.ts'
import { allKinds } from '../lib/offline/kinds.ts'
import { readEntries } from '../lib/offline/readEntries.ts'
import { outbox } from '../lib/offline/start.ts'
import { useUnsent } from '../lib/offline/unsent.ts'
import { useLiveResult } from '../lib/offline/useLive.ts'
import { useUser } from '../lib/session/session.ts'
import { ClipboardDrawing } from '../ui/drawings/ClipboardDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { OutboxList } from './OutboxList.tsx'
import { RescueButton } from './RescueButton.tsx'

export type Shown = { entry: OutboxEntry; kind: AnyKind }

/** What is on this device: not sent yet, and sent in the last 30 days, of whatever kind. */
export function OutboxPage() {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? 0
  const { ofOthers } = useUnsent()
  const { value: all, error, retry } = useLiveResult(() => latestFirst(userId), [userId])
  const { online } = useNetwork()
  const [isBusy, setBusy] = useState(false)
  const unsent = all?.filter(({ entry }) => entry.state !== 'done') ?? []
  const sent = all?.filter(({ entry }) => entry.state === 'done') ?? []
  const canSend = unsent.some(({ kind, entry }) => dueAt(kind, entry) !== Number.POSITIVE_INFINITY)

  async function sendNow() {
    setBusy(true)
    await outbox.sendNow()
    setBusy(false)
  }

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
      {unsent.some(({ kind, entry }) => isUnsent(kind, entry)) && <RescueButton userId={userId} />}
      {sent.length > 0 && <OutboxList title={t('filling.outbox.sent')} shown={sent} />}
    </>
  )
}

async function latestFirst(userId: number): Promise<Shown[]> {
  const [kinds, entries] = await Promise.all([allKinds(), readEntries(userId)])
  return entries
    .filter(({ state }) => state !== 'discarded')
    .sort((one, other) => other.updated_at.localeCompare(one.updated_at))
    .flatMap(entry => {
      const kind = kinds.of(entry)
      return kind ? [{ entry, kind }] : []
    })
}
