import { IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NamedWithhold } from '#shared/animal-events/contract.ts'
import styles from './Calendar.module.css'

/** The last day on which something of an animal or a group must not be sold. */
export function HeldMark({ withhold: { name, product } }: { withhold: NamedWithhold }) {
  const { t } = useTranslation()
  const text = t('tasks.calendar.held', { name, product: t(`animalEvents.products.${product}`) })
  return (
    <span className={styles.mark} title={text}>
      <IconBan size={14} aria-hidden />
      <bdi className={styles.title}>{text}</bdi>
    </span>
  )
}
