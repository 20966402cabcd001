import styles from './DescriptionSkeleton.module.css'

/** The lines of a text that is on its way. */
export function DescriptionSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}
