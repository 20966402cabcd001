import type { Member } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useUser } from '../lib/session/session.ts'
import { type Named, SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { useMarkedName } from './queries.ts'

type Props = {
  label: string
  /** With it the field may stay empty. */
  placeholder?: string
  member: Named | undefined
  onChange: (member: Named | undefined) => void
  /** The person who chooses can be chosen too. */
  withSelf?: boolean
  /** What they are chosen for: not every role completes tasks. */
  offeredFor?: 'work' | 'tasks'
  /** Everybody who was ever here, frozen people and guests too; without it, people who work here now. */
  withEverybody?: boolean
}

/** Chooses a colleague by a part of the name. */
export function MemberSelect(props: Props) {
  const { label, placeholder, member, onChange, withSelf = false, offeredFor = 'work', withEverybody = false } = props
  const markedName = useMarkedName()
  const user = useUser()
  const id = user?.company_id ?? 0
  return (
    <SearchSelect<Member>
      label={label}
      {...(placeholder !== undefined && { placeholder })}
      chosen={member}
      onChange={onChange}
      find={search =>
        api.companies.members.query({ id, ...(!withEverybody && { offered_for: offeredFor }), sort: 'name', ...search })
      }
      labelOf={markedName}
      isLeftOut={one => !withSelf && one.id === user?.id}
    />
  )
}
