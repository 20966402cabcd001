import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWhole } from '../../answers/draft/DraftContext.tsx'
import { errorText } from '../../lib/errorText.ts'
import { outbox } from '../../lib/offline/sending.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Entry } from '../journal/entry.ts'
import type { Writer } from '../journal/Writer.ts'
import { GoOverNotice } from './GoOverNotice.tsx'
import type { FormNews } from './loadForm.ts'

type Props = { told: FormNews; entry: Entry; writer: Writer; onNewer: () => void }

/**
 * Says what the server knows of a form that was opened from this device: nobody fills it in any more, or there is a
 * newer version. A draft that was not begun takes that at once. A begun one goes over to it when the person has read
 * what has no place there, or is finished as it is.
 */
export function FormNewsNotice({ told, entry, writer, onNewer }: Props) {
  const { t } = useTranslation()
  const isBegun = useWhole(({ writer }) => writer.hasPending() || writer.keeping().savedAt !== null)
  if (told.kind === 'refused') return <Notice kind="attention">{errorText(told.error, t)}</Notice>
  if (!isBegun)
    return (
      <Notice kind="info">
        {t('filling.newer.text')}
        <Button variant="default" mt="xs" onClick={onNewer}>
          {t('filling.newer.take')}
        </Button>
      </Notice>
    )
  return <GoOverNotice entry={entry} writer={writer} onGone={() => outbox.sendSoon(0)} />
}
