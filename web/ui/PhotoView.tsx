import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './PhotoThumb.module.css'

type Props = { src: string; alt: string; onClosed: () => void }

/** A photo whole, over the page that it belongs to. */
export function PhotoView({ src, alt, onClosed }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClosed}
      title={<bdi>{alt}</bdi>}
      size="auto"
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={styles.view}>
        <img src={src} alt={alt} className={styles.whole} />
        <a href={src} target="_blank" rel="noreferrer" className={styles.tab}>
          {t('common.openInTab')}
        </a>
      </div>
    </Modal>
  )
}
