import styles from '../TaskCard.module.css'
import { EndedRow } from './EndedRow.tsx'
import type { TaskEnd } from './endKind.ts'
import { canUndo } from './taskEnds.ts'

const toContent = () => document.getElementById('content')?.focus({ preventScroll: true })

/** What was just completed or skipped, for as long as it can be taken back. */
export function JustEnded({ ends }: { ends: readonly TaskEnd[] }) {
  const fresh = ends.filter(canUndo)
  const kinds = (['complete', 'skip'] as const).map(kind => fresh.filter(end => end.how === kind))
  return kinds.map(
    ([first, ...more]) =>
      first && (
        <div key={first.how} className={styles.justEnded}>
          <EndedRow ends={[first, ...more]} onFocusLost={toContent} />
        </div>
      ),
  )
}
