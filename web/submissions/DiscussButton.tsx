import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../ui/lazyPart.tsx'

const DiscussSheet = lazyPart(() => import('../messaging/sheets/DiscussSheet.tsx').then(part => part.DiscussSheet))

/** Brings a submission into a conversation, as a card that whoever may see it opens. */
export function DiscussButton({ submissionId, name }: { submissionId: number; name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMessageCircle size={20} />} onClick={() => setOpen(true)}>
        {t('submissionPage.discuss.open')}
      </Button>
      {isOpen && <DiscussSheet submissionId={submissionId} name={name} onClosed={() => setOpen(false)} />}
    </>
  )
}
