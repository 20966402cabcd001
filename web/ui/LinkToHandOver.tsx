import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyLink } from './CopyLink.tsx'
import styles from './LinkToHandOver.module.css'
import { QrCode } from './QrCode.tsx'

type Props = {
  /** Way of the link on this installation. */
  path: string
  /** What the link is for, and how long it is good. */
  hint: string
  /** Name of the QR code for screen readers. */
  qrLabel: string
}

/** A link that a person hands over: to copy, or from screen to phone by its QR code. */
export function LinkToHandOver({ path, hint, qrLabel }: Props) {
  const { t } = useTranslation()
  const address = location.origin + path
  return (
    <>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.address}>
        <TextInput
          label={t('invites.link')}
          readOnly
          dir="ltr"
          value={address}
          onFocus={event => event.currentTarget.select()}
        />
        <CopyLink address={address} label={t('invites.copy')} />
      </div>
      <div className={styles.code}>
        <QrCode text={address} label={qrLabel} />
      </div>
    </>
  )
}
