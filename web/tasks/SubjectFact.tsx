import type { NamedSubject } from '#shared/subjects/contract.ts'
import { worstStatus } from '#shared/subjects/registry.ts'
import { useFormat } from '../lib/format.ts'
import { HeldFlag } from '../subjects/HeldFlag.tsx'
import { registerIcons } from '../subjects/registerIcons.ts'
import { SubjectStatus } from '../subjects/status/SubjectStatus.tsx'
import { JoinedTexts } from '../ui/texts/JoinedTexts.tsx'
import styles from './TaskCard.module.css'

/** What a task is about, in one line of a card; more than three are counted. The worst of their states stands beside them. */
export function SubjectFact({ subjects }: { subjects: NamedSubject[] }) {
  const format = useFormat()
  const [first] = subjects
  if (!first) return null
  const Icon = registerIcons[first.type]
  const names = subjects.slice(0, 3).map(({ name }) => name)
  const worst = worstStatus(subjects.flatMap(({ status }) => status?.state ?? []))
  const longest = subjects
    .flatMap(({ withheld_until }) => withheld_until ?? [])
    .sort()
    .at(-1)
  const more = subjects.length - names.length
  return (
    <span className={styles.fact}>
      <Icon size={18} />
      <JoinedTexts texts={names} between=", " />
      {more > 0 && ` +${format.number(more)}`}
      {worst && worst !== 'ok' && <SubjectStatus state={worst} />}
      <HeldFlag until={longest} />
    </span>
  )
}
