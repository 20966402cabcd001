import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '../draft/FillingScreen.module.css'

export function BackButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      variant="default"
      size="xl"
      className={styles.back}
      leftSection={<IconArrowLeft size={22} className={styles.arrow} />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

/** The one main button of the screen. */
export function NextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      size="xl"
      className={styles.next}
      rightSection={<IconArrowRight size={22} className={styles.arrow} />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
