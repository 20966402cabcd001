import { Button, Group, Text } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { installOffer, noteInstallOffer } from '../../lib/installOffer.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Offers the home screen after the first completed form, once, where the browser can install tend. */
export function InstallOffer() {
  const { t } = useTranslation()
  const [offer, setOffer] = useState(installOffer)
  useEffect(() => {
    if (offer) noteInstallOffer()
  }, [offer])
  if (!offer) return null
  return (
    <Notice kind="info">
      <Text mb="xs">{t('filling.install.text')}</Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDeviceMobileDown size={20} />}
          onClick={() => {
            setOffer(undefined)
            void offer.prompt()
          }}
        >
          {t('filling.install.add')}
        </Button>
        <Button variant="subtle" onClick={() => setOffer(undefined)}>
          {t('filling.install.notNow')}
        </Button>
      </Group>
    </Notice>
  )
}
