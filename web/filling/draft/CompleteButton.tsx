import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { outbox } from '../../lib/offline/sending.ts'
import type { Writer } from '../journal/Writer.ts'
import { useJump } from '../pages/useJump.ts'

/**
 * Completes the form: it goes into the outbox of this device, which sends it now or when there is a connection. While something is
 * missing it leads there instead.
 */
export function CompleteButton({ writer, className }: { writer: Writer; className: string | undefined }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const jump = useJump()
  const [isBusy, setBusy] = useState(false)
  const [missing] = useSyncExternalStore(draft.watch, draft.openQuestions)

  async function complete() {
    setBusy(true)
    try {
      if (!(await draft.settle())) return
      await writer.complete()
      void outbox.sendNow()
    } catch (error) {
      draft.writer.failed(error)
    } finally {
      setBusy(false)
    }
  }

  return missing ? (
    <Button size="xl" className={className} onClick={() => jump(missing)}>
      {t('filling.toMissing')}
    </Button>
  ) : (
    <Button size="xl" className={className} leftSection={<IconCheck size={24} />} loading={isBusy} onClick={complete}>
      {t('filling.complete')}
    </Button>
  )
}
