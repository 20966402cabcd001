import { IconCheck } from '@tabler/icons-react'
import { use } from 'react'
import { buttonId } from '../canvas/ElementButton.tsx'
import { useShown } from '../EditingContext.tsx'
import styles from './PickButton.module.css'
import { PicksContext } from './picks.ts'

/** Lies over a whole card while several are picked: pressed, the element is one of them, or no longer. With Shift, so are all between. */
export function PickButton({ id, labelledBy }: { id: string; labelledBy: string }) {
  const { picked, toggle, reach } = use(PicksContext)
  const { definition } = useShown().state.content
  const isPicked = picked.has(id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: it lies over the card and is named by what stands there
    <button
      type="button"
      role="checkbox"
      id={buttonId(id)}
      className={styles.button}
      aria-labelledby={labelledBy}
      aria-checked={isPicked}
      onClick={event => (event.shiftKey ? reach(id, definition) : toggle(id))}
    >
      <span className={styles.box}>{isPicked && <IconCheck size={18} />}</span>
    </button>
  )
}
