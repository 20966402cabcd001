import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './ListToolbar.module.css'

/** What a list is narrowed to; pressing it takes that away. */
export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      radius="xl"
      className={styles.chip}
      rightSection={<IconX size={16} />}
      aria-label={t('common.removeFilter', { filter: text })}
      onClick={onRemove}
    >
      <bdi className={styles.chipText}>{text}</bdi>
    </Button>
  )
}
