import { api } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { type Named, SearchSelect } from '../ui/SearchSelect.tsx'

type Props = {
  label: string
  /** With it the field may stay empty. */
  placeholder?: string
  member: Named | undefined
  onChange: (member: Named | undefined) => void
  /** The person who chooses can be chosen too. */
  withSelf?: boolean
}

/** Chooses a colleague by a part of the name. */
export function MemberSelect({ label, placeholder, member, onChange, withSelf = false }: Props) {
  const user = useUser()
  const id = user?.company_id ?? 0
  return (
    <SearchSelect
      label={label}
      {...(placeholder !== undefined && { placeholder })}
      chosen={member}
      onChange={onChange}
      find={search =>
        api.companies.members.query({ id, ...(!withSelf && { state: 'active' }), sort: 'name', ...search })
      }
      isLeftOut={one => !withSelf && one.id === user?.id}
    />
  )
}
