import { EndedRow } from './EndedRow.tsx'
import type { TaskEnd } from './keptEnds.ts'
import styles from './TaskCard.module.css'
import { canUndo } from './taskEnds.ts'

const toContent = () => document.getElementById('content')?.focus({ preventScroll: true })

/** What was just completed or skipped, for as long as it can be taken back. */
export function JustEnded({ ends }: { ends: readonly TaskEnd[] }) {
  const fresh = ends.filter(canUndo)
  const kinds = (['complete', 'skip'] as const).map(kind => fresh.filter(end => end.kind === kind))
  return kinds.map(
    ([first, ...more]) =>
      first && (
        <div key={first.kind} className={styles.justEnded}>
          <EndedRow ends={[first, ...more]} onFocusLost={toContent} />
        </div>
      ),
  )
}
