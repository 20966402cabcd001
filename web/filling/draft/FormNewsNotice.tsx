import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhole } from '../../answers/draft/DraftContext.tsx'
import { errorText } from '../../lib/errorText.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { FormNews } from './loadForm.ts'

type Props = { news: Promise<FormNews | undefined>; onNewer: () => void }

/**
 * What the server says of a form that was opened from this device: there is a newer version, which whoever has not begun can take at once, or
 * it is not filled in any more. What was begun is ended with the version that is in sight.
 */
export function FormNewsNotice({ news, onNewer }: Props) {
  const { t } = useTranslation()
  const [told, setTold] = useState<FormNews>()
  const isBegun = useWhole(({ writer }) => writer.hasPending() || writer.keeping().savedAt !== null)
  useEffect(() => {
    let isOver = false
    void news.then(found => isOver || setTold(found))
    return () => {
      isOver = true
    }
  }, [news])

  if (!told) return null
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
