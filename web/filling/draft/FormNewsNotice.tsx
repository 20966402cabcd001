import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWhole } from '../../answers/draft/DraftContext.tsx'
import { errorText } from '../../lib/errorText.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { FormNews } from './loadForm.ts'

type Props = { told: FormNews; onNewer: () => void }

/**
 * What the server says of a form that was opened from this device: there is a newer version, which whoever has not begun can take at once, or
 * it is not filled in any more. What was begun is ended with the version that is in sight.
 */
export function FormNewsNotice({ told, onNewer }: Props) {
  const { t } = useTranslation()
  const isBegun = useWhole(({ writer }) => writer.hasPending() || writer.keeping().savedAt !== null)
  if (told.kind === 'refused') return <Notice kind="attention">{errorText(told.error, t)}</Notice>
  return (
    <Notice kind="info">
      {isBegun ? t('filling.newer.begun') : t('filling.newer.text')}
      {!isBegun && (
        <Button variant="default" mt="xs" onClick={onNewer}>
          {t('filling.newer.take')}
        </Button>
      )}
    </Notice>
  )
}
