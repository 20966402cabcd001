import styles from './LocationStock.module.css'
import { PrintLabels } from './PrintLabels.tsx'

/** Prints the label of one place, below all that its page says. */
export function LocationLabels({ id }: { id: number }) {
  return (
    <div className={styles.labels}>
      <PrintLabels ids={[id]} />
    </div>
  )
}
