import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './PhotoThumb.module.css'

type Props = {
  /** The picture's address: /storage/… for what the server has, a blob address for what it does not have yet. */
  src: string
  alt: string
  size?: number
}

/** A square view of a photo that opens it whole, in place. It has its size before the picture arrives. */
export const PhotoThumb = ({ src, alt, size = 72 }: Props) => (
  <PhotoButton src={src} alt={alt} className={styles.thumb}>
    <img src={src} alt={alt} width={size} height={size} loading="lazy" decoding="async" />
  </PhotoButton>
)

/** Escape closes the photo, and not also the sheet around it. */
const ownEscape = { 'data-mantine-stop-propagation': true }

type ButtonProps = Omit<Props, 'size'> & { className?: string | undefined; children: ReactNode }

/**
 * A picture, however small it is shown, that opens the photo whole over the page. The browser's own dialog: it is there
 * at once, also in a public form offline, and gives the keyboard back. What it shows is there while it is open.
 */
export function PhotoButton({ src, alt, className, children }: ButtonProps) {
  const { t } = useTranslation()
  const view = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${styles.button} ${className ?? ''}`}
        aria-haspopup="dialog"
        title={t('common.openPhoto')}
        onClick={() => {
          setOpen(true)
          view.current?.showModal()
        }}
      >
        {children}
      </button>
      <dialog ref={view} className={styles.view} aria-label={alt} onClose={() => setOpen(false)}>
        {isOpen && <img src={src} alt={alt} className={styles.whole} />}
        <div className={styles.foot}>
          <a href={src} target="_blank" rel="noreferrer" {...ownEscape}>
            {t('common.openInTab')}
          </a>
          <Button variant="default" {...ownEscape} onClick={() => view.current?.close()}>
            {t('common.close')}
          </Button>
        </div>
      </dialog>
    </>
  )
}
