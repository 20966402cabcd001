import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { FilterChip, FilterPlace } from '../ui/list/Filters.tsx'
import type { List } from '../ui/list/useList.ts'

type Props = {
  label: string
  /** What it means that none is chosen. */
  placeholder: string
  id: number | undefined
  onChange: (id: number | undefined) => void
}

/** Chooses one of the companies that the person may see, of which an admin sees all, by a part of the name. */
export function CompanySelect({ label, placeholder, id, onChange }: Props) {
  const company = useQuery({ ...api.companies.get.query({ id: id ?? 0 }), enabled: id !== undefined }).data
  return (
    <SearchSelect
      label={label}
      placeholder={placeholder}
      chosen={id === undefined ? undefined : { id, name: company?.name ?? `${id}` }}
      onChange={chosen => onChange(chosen?.id)}
      find={search => api.companies.list.query({ sort: 'name', ...search })}
    />
  )
}

/** Narrows a list over all companies to one of them. */
export function CompanyFilter<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  const place = use(FilterPlace)
  const id = Number(list.search.company_id) || undefined
  const change = (companyId: number | undefined) => list.change({ company_id: companyId && String(companyId) })
  if (place === 'chip') return id && <CompanyChip id={id} onRemove={() => change(undefined)} />
  return <CompanySelect label={t('forms.company')} placeholder={t('audit.everywhere')} id={id} onChange={change} />
}

function CompanyChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(api.companies.get.query({ id }))
  return <FilterChip text={data?.name ?? '…'} onRemove={onRemove} />
}
