import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import type { NamedSubject, SubjectType } from '#shared/lib/subjects.ts'
import type { Vehicle } from '#shared/vehicles/contract.ts'
import { useAbility } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { PickManyField } from '../ui/PickManyField.tsx'
import type { TaskValues } from './taskValues.ts'

/** What the task is about: places, groups, animals and vehicles, found by name, ear tag or plate. */
export function SubjectsField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const input = { sort: 'name', per_page: 10, ...(search && { search }) } as const
  const kept = { placeholderData: keepPreviousData }
  const can = useAbility()
  const locations = useQuery({ ...api.locations.list.query(input), ...kept, enabled: can('read', 'Location') })
  const groups = useQuery({ ...api.animalGroups.list.query(input), ...kept, enabled: can('read', 'AnimalGroup') })
  const animals = useQuery({ ...api.animals.list.query(input), ...kept, enabled: can('read', 'Animal') })
  const vehicles = useQuery({ ...api.vehicles.list.query(input), ...kept, enabled: can('read', 'Vehicle') })
  return (
    <PickManyField
      form={form}
      name="subjects"
      label={t('tasks.subjects')}
      description={t('tasks.subjectsHelp')}
      groups={[
        { name: t('tasks.subjectTypes.location'), items: subjectsOf('location', locations.data?.data) },
        { name: t('tasks.subjectTypes.animal_group'), items: subjectsOf('animal_group', groups.data?.data) },
        { name: t('tasks.subjectTypes.animal'), items: subjectsOf('animal', animals.data?.data.map(named)) },
        { name: t('tasks.subjectTypes.vehicle'), items: subjectsOf('vehicle', vehicles.data?.data.map(withPlate)) },
      ]}
      keyOf={({ type, id }) => `${type} ${id}`}
      nameOf={({ name }) => name}
      search={text}
      onSearch={setText}
    />
  )
}

const named = ({ id, name, identifier }: Animal) => ({ id, name: identifier ? `${name} (${identifier})` : name })

const withPlate = ({ id, name, plate }: Vehicle) => ({ id, name: plate ? `${name} (${plate})` : name })

const subjectsOf = (type: SubjectType, rows: { id: number; name: string }[] = []): NamedSubject[] =>
  rows.map(({ id, name }) => ({ type, id, name }))
