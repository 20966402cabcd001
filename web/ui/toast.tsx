/** Short words about what just happened elsewhere on the screen. What can be said in place is said in place, not here. */
import { Button } from '@mantine/core'
import { toast } from 'react-toastify/unstyled'
import styles from './toast.module.css'

/** Tells that something was done. */
export const tellDone = (text: string) => toast.success(text)

/** Tells that something failed. */
export const tellFailed = (text: string) => toast.error(text)

/** Tells that something was done and offers to take it back; it stays a little longer for that. */
export function tellUndo(text: string, undoText: string, undo: () => void) {
  toast.success(
    ({ closeToast }) => (
      <div className={styles.undo}>
        <span>{text}</span>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            undo()
            closeToast()
          }}
        >
          {undoText}
        </Button>
      </div>
    ),
    { autoClose: 8000, closeOnClick: false },
  )
}
