import { OwnTasks } from '../tasks/OwnTasks.tsx'
import { DoneToday } from './DoneToday.tsx'
import { Drafts } from './Drafts.tsx'
import styles from './Today.module.css'

/** What is to be done, what was begun, what was done. */
export function WorkerToday() {
  return (
    <div className={styles.columns}>
      <div>
        <OwnTasks />
      </div>
      <div className={styles.aside}>
        <Drafts />
        <DoneToday />
      </div>
    </div>
  )
}
