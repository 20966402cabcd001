import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/Notice.tsx'
import { useChange } from '../EditingContext.tsx'
import { contentOf, type EditableForm } from '../structure/content.ts'

/** Says that changes of an earlier visit, which never reached the server, are back; they can be dropped, and that undone. */
export function RestoredNotice({ form }: { form: EditableForm }) {
  const { t } = useTranslation()
  const change = useChange()
  const [saved] = useState(() => contentOf(form))
  const [isOver, setOver] = useState(false)
  if (isOver) return null
  return (
    <Notice kind="info">
      <Group justify="space-between" gap="xs">
        {t('common.restored')}
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              change(() => saved)
              setOver(true)
            }}
          >
            {t('common.discard')}
          </Button>
          <Button size="sm" variant="default" onClick={() => setOver(true)}>
            {t('common.keepEditing')}
          </Button>
        </Group>
      </Group>
    </Notice>
  )
}
