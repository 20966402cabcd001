import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { companiesApi } from '../../companies/api.ts'
import { useUser } from '../../lib/session/session.ts'

type PeopleProps = { label: string; help?: string; ids: number[]; onChange: (ids: number[]) => void }

/** People of the company by their names. */
export function PeopleField({ label, help, ids, onChange }: PeopleProps) {
  const { t } = useTranslation()
  const company = useUser()?.company_id ?? 0
  const members = useQuery(
    companiesApi.members.query({ id: company, offered_for: 'work', sort: 'name', per_page: 100 }),
  ).data
  return (
    <MultiSelect
      label={label}
      description={help}
      searchable
      data={members?.data.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      value={ids.map(String)}
      maxValues={50}
      nothingFoundMessage={t('common.nothingFound')}
      onChange={chosen => onChange(chosen.map(Number))}
    />
  )
}
