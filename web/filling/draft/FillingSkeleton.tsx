import { Skeleton } from '@mantine/core'
import styles from './FillingScreen.module.css'

const questions = ['a', 'b', 'c']

/** The layout of a form while it is looked up. */
export function FillingSkeleton() {
  return (
    <div className={styles.screen} aria-busy="true">
      <div className={styles.main}>
        <Skeleton height={28} width="60%" mb="md" />
        <Skeleton height={8} mb="xl" />
        {questions.map(key => (
          <div key={key}>
            <Skeleton height={24} width="80%" mb="sm" />
            <Skeleton height={56} mb="xl" />
          </div>
        ))}
      </div>
    </div>
  )
}
