import { DraftList } from './DraftList.tsx'
import { useDraftRows } from './useDraftRows.ts'

/** What the person began and did not complete; nothing where there is none. */
export function Drafts() {
  const { drafts } = useDraftRows()
  return drafts.length > 0 && <DraftList drafts={drafts} />
}
