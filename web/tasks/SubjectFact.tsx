import { IconFence, IconMapPin, IconTag, IconTruck } from '@tabler/icons-react'
import { worstStatus } from '#shared/lib/subjectStatuses.ts'
import type { NamedSubject, SubjectType } from '#shared/lib/subjects.ts'
import { useFormat } from '../lib/format.ts'
import { SubjectStatus } from '../subjects/SubjectStatus.tsx'
import styles from './TaskCard.module.css'

const icons: Record<SubjectType, typeof IconTag> = {
  animal: IconTag,
  animal_group: IconFence,
  location: IconMapPin,
  vehicle: IconTruck,
}

/** What a task is about, in one line of a card; more than three are counted. The worst of their states stands beside them. */
export function SubjectFact({ subjects }: { subjects: NamedSubject[] }) {
  const format = useFormat()
  const [first] = subjects
  if (!first) return null
  const Icon = icons[first.type]
  const names = subjects.slice(0, 3).map(({ name }) => name)
  const worst = worstStatus(subjects.flatMap(({ status }) => status?.state ?? []))
  const more = subjects.length - names.length
  return (
    <span className={styles.fact}>
      <Icon size={18} aria-hidden />
      <bdi>{names.join(', ')}</bdi>
      {more > 0 && ` +${format.number(more)}`}
      {worst && worst !== 'ok' && <SubjectStatus state={worst} />}
    </span>
  )
}
