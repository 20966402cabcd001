import { Button } from '@mantine/core'
import { IconLockOpen, IconSend, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'

type Props = { form: Form; isBusy: boolean; onPublish: () => void; onOpen: () => void; onSend: () => void }

/** The one step that comes next: publishing what was changed, opening what is closed, giving it to somebody to fill in. */
export function MainAction({ form, isBusy, onPublish, onOpen, onSend }: Props) {
  const { t } = useTranslation()
  if (form.has_unpublished_changes)
    return (
      <Button leftSection={<IconUpload size={20} />} loading={isBusy} onClick={onPublish}>
        {t('formEditor.publish')}
      </Button>
    )
  if (form.status === 'closed' || form.status === 'closing')
    return (
      <Button leftSection={<IconLockOpen size={20} />} loading={isBusy} onClick={onOpen}>
        {t('formEditor.open')}
      </Button>
    )
  return (
    <Button leftSection={<IconSend size={20} />} loading={isBusy} onClick={onSend}>
      {t('formEditor.sendAsTask')}
    </Button>
  )
}
