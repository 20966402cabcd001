import { useAbility } from '../lib/ability.tsx'
import { OwnTasks } from '../tasks/OwnTasks.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { DoneToday } from './DoneToday.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'
import styles from './Today.module.css'

const Drafts = lazyPart(() => import('../filling/Drafts.tsx').then(part => part.Drafts))

/** What is to be done, what was begun, what was done. */
export function WorkerToday() {
  const can = useAbility()
  return (
    <div className={styles.columns}>
      <div>
        <OwnTasks />
      </div>
      <div className={styles.aside}>
        {can('review', 'Submission') && <ReviewQueue />}
        <Drafts />
        <DoneToday />
      </div>
    </div>
  )
}
