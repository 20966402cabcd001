import { Button, Group } from '@mantine/core'
import { IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import styles from './Members.module.css'

type Props = { name: string; offer: { address: string; expires_at: string }; onAgain: () => void }

/** The QR code that connects a worker's phone, once and for a quarter of an hour; on the screen or on paper. */
export function EnrolmentCode({ name, offer, onAgain }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), new Date(offer.expires_at).getTime() - Date.now())
    return () => clearTimeout(timer)
  }, [offer.expires_at])
  if (isOver) {
    return (
      <Notice kind="attention">
        {t('members.codeOver')}{' '}
        <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={16} />} onClick={onAgain}>
          {t('members.newCode')}
        </Button>
      </Notice>
    )
  }
  return (
    <div className={styles.offer}>
      <div className={styles.code}>
        <QrCode text={offer.address} label={t('members.code', { name })} />
      </div>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p className={styles.dimmed}>{t('members.codeText', { time: format.time(offer.expires_at) })}</p>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconPrinter size={20} />} onClick={() => window.print()}>
          {t('members.print')}
        </Button>
      </Group>
    </div>
  )
}
