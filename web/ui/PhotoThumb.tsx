import { useTranslation } from 'react-i18next'
import styles from './PhotoThumb.module.css'

type Props = {
  /** The picture's address: /storage/… for what the server has, a blob address for what it does not have yet. */
  src: string
  alt: string
  size?: number
}

/** A square view of a photo that opens it whole in another tab. It has its size before the picture arrives. */
export function PhotoThumb({ src, alt, size = 72 }: Props) {
  const { t } = useTranslation()
  return (
    <a href={src} target="_blank" rel="noreferrer" className={styles.thumb} title={t('common.openPhoto')}>
      <img src={src} alt={alt} width={size} height={size} loading="lazy" decoding="async" />
    </a>
  )
}
