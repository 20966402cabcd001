import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Copies a link, and says for two seconds that it did. */
export function CopyLink({ address, label }: { address: string; label: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={address} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
          onClick={copy}
        >
          {copied ? t('invites.copied') : label}
        </Button>
      )}
    </CopyButton>
  )
}
