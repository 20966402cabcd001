import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inDatabase } from '../lib/offline/database.ts'
import type { Entry } from '../lib/offline/entry.ts'
import { useLive } from '../lib/offline/live.ts'
import { outbox } from '../lib/offline/start.ts'
import { useUser } from '../lib/session.ts'
import { ClipboardDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/PageSkeleton.tsx'
import { isUnsent } from './isUnsent.ts'
import { OutboxList } from './OutboxList.tsx'
import { RescueButton } from './RescueButton.tsx'

/** What is on this device: not sent yet, and sent in the last 30 days. */
export function OutboxPage() {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? 0
  const entries = useLive(
    () => inDatabase(userId, database => database.entries.orderBy('updated_at').toArray()),
    [userId],
  )
  const [isBusy, setBusy] = useState(false)
  const latest = entries?.filter(({ state }) => state !== 'discarded').reverse()
  const unsent = latest?.filter(({ state }) => state !== 'done') ?? []
  const sent = latest?.filter(({ state }) => state === 'done') ?? []
  const canSend = unsent.some(isSendable)

  async function sendNow() {
    setBusy(true)
    await outbox.hurry()
    setBusy(false)
  }

  return (
    <>
      <PageHeader
        title={t('filling.outbox.title')}
        actions={
          canSend && (
            <Button leftSection={<IconSend size={20} />} loading={isBusy} onClick={sendNow}>
              {t('filling.outbox.sendNow')}
            </Button>
          )
        }
      />
      {!entries && <PageSkeleton />}
      {entries && unsent.length === 0 && (
        <EmptyState
          drawing={<ClipboardDrawing />}
          title={t('filling.outbox.empty')}
          text={t('filling.outbox.emptyText')}
        />
      )}
      {unsent.length > 0 && <OutboxList title={t('filling.outbox.unsent')} entries={unsent} />}
      {unsent.some(isUnsent) && <RescueButton userId={userId} />}
      {sent.length > 0 && <OutboxList title={t('filling.outbox.sent')} entries={sent} />}
    </>
  )
}

const isSendable = ({ state, change, sent_change }: Entry) =>
  state === 'waiting' || state === 'sending' || (state === 'draft' && change > sent_change)
