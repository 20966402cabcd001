import { Button, Group } from '@mantine/core'
import { IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import styles from './Members.module.css'

type Props = {
  name: string
  offer: { address: string; expires_at: string }
  /** It was made for paper, where it lives for a week, and is printed as soon as it is there. */
  isCard: boolean
  isBusy: boolean
  onAgain: () => void
  onPrint: () => void
}

/** The longest that a browser can wait for at once. */
const longestWait = 2 ** 31 - 1

/** The QR code that connects a worker's phone, once: on the screen for a quarter of an hour, on a printed card for seven days. */
export function EnrolmentCode({ name, offer, isCard, isBusy, onAgain, onPrint }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    const left = new Date(offer.expires_at).getTime() - Date.now()
    const timer = setTimeout(() => setOver(true), Math.min(left, longestWait))
    return () => clearTimeout(timer)
  }, [offer.expires_at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each card is printed once, when it is drawn
  useEffect(() => {
    if (isCard) requestAnimationFrame(() => window.print())
  }, [isCard, offer.address])
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
      <p className={styles.dimmed}>
        {isCard
          ? t('members.cardText', { time: format.dateTime(offer.expires_at) })
          : t('members.codeText', { time: format.time(offer.expires_at) })}
      </p>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconPrinter size={20} />} loading={isBusy} onClick={onPrint}>
          {t('members.printCard')}
        </Button>
      </Group>
    </div>
  )
}
