import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from './lazyPart.tsx'
import styles from './PhotoThumb.module.css'

const PhotoView = lazyPart(() => import('./PhotoView.tsx').then(part => part.PhotoView))

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

type ButtonProps = Omit<Props, 'size'> & { className?: string | undefined; children: ReactNode }

/** A picture, however small it is shown, that opens the photo whole. */
export function PhotoButton({ src, alt, className, children }: ButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${styles.button} ${className ?? ''}`}
        aria-haspopup="dialog"
        title={t('common.openPhoto')}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && <PhotoView src={src} alt={alt} onClosed={() => setOpen(false)} />}
    </>
  )
}
