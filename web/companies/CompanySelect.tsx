import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { SearchSelect } from '../ui/fields/SearchSelect.tsx'

type Props = {
  label: string
  /** What it means that none is chosen. */
  placeholder: string
  id: number | undefined
  onChange: (id: number | undefined) => void
  isBare?: boolean | undefined
}

/** Chooses one of the companies that the person may see, of which an admin sees all, by a part of the name. */
export function CompanySelect({ label, placeholder, id, onChange, isBare }: Props) {
  const company = useQuery({ ...api.companies.get.query({ id: id ?? 0 }), enabled: id !== undefined }).data
  return (
    <SearchSelect
      label={label}
      isBare={isBare}
      placeholder={placeholder}
      chosen={id === undefined ? undefined : { id, name: company?.name ?? `${id}` }}
      onChange={chosen => onChange(chosen?.id)}
      find={search => api.companies.list.query({ sort: 'name', ...search })}
    />
  )
}
