import styles from './Seals.module.css'

/** In groups of four, from left to right in every language. */
export const Fingerprint = ({ value }: { value: string }) => (
  <span dir="ltr" className={styles.fingerprint}>
    {value.replace(/(.{4})(?=.)/g, '$1 ')}
  </span>
)
