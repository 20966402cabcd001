import { useWays } from '../EditingContext.tsx'
import styles from './ElementButton.module.css'

type Props = {
  id: string
  /** The element that says its name. */
  labelledBy: string
  isSelected: boolean
  /** Its first field, where the keyboard goes. */
  field: string
}

/** Where the keyboard comes back to from the properties. */
export const buttonId = (id: string) => `element-${id}`

/** Lies over a whole card: pressed, the element is chosen, and the keyboard is taken to its properties. */
export function ElementButton({ id, labelledBy, isSelected, field }: Props) {
  const { goTo } = useWays()
  return (
    <button
      type="button"
      id={buttonId(id)}
      className={styles.button}
      aria-labelledby={labelledBy}
      aria-current={isSelected ? 'true' : undefined}
      // A press of the keyboard has no pointer to count.
      onClick={event => goTo(id, event.detail === 0 ? field : undefined)}
    />
  )
}
