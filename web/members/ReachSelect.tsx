import { Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReachInput } from '#shared/companies/contract.ts'
import { registerNames } from '../answers/registerNames.ts'
import { MultiSelect } from '../ui/floatingParts.tsx'
import { isReachMissing } from './queries.ts'

/** The field of a reach that holds the rows of a register. */
export const fieldOfReach = {
  location: 'location_ids',
  animal_group: 'animal_group_ids',
  vehicle: 'vehicle_ids',
} as const satisfies Record<string, keyof ReachInput>

/** The registers of which a reach holds rows, and their fields in it. */
const kinds = (['location', 'animal_group', 'vehicle'] as const).map(type => [type, fieldOfReach[type]] as const)

/** Names offered at once in a company of thousands of locations. */
const maxOffered = 100

const valuesOf = (reach: ReachInput | null): string[] =>
  reach ? kinds.flatMap(([type, field]) => reach[field].map(id => `${type}:${id}`)) : []

const reachOf = (values: string[]): ReachInput => {
  const idsOf = (type: string) =>
    values.filter(value => value.startsWith(`${type}:`)).map(value => Number(value.slice(type.length + 1)))
  return Object.fromEntries(kinds.map(([type, field]) => [field, idsOf(type)])) as ReachInput
}

type Props = {
  label?: string
  description?: string
  value: ReachInput | null
  onChange: (reach: ReachInput | null) => void
  /** What no choice means: the whole company, or where the one who invites works. */
  whole: string
  error?: string | null
  disabled?: boolean
}

/** Chooses where somebody works: in all of it, or at some locations, groups and vehicles. */
export function ReachSelect({ label, description, value, onChange, whole, error, disabled = false }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Radio.Group
        label={label ?? t('members.reach')}
        description={description}
        value={value ? 'part' : 'whole'}
        onChange={chosen => onChange(chosen === 'part' ? reachOf([]) : null)}
      >
        <Radio value="whole" mt="xs" label={whole} disabled={disabled} />
        <Radio value="part" mt="xs" label={t('members.reachPart')} disabled={disabled} />
      </Radio.Group>
      {value && <PartSelect value={value} onChange={onChange} error={error} disabled={disabled} />}
    </>
  )
}

type PartProps = {
  value: ReachInput
  onChange: (reach: ReachInput) => void
  error?: string | null | undefined
  disabled: boolean
}

function PartSelect({ value, onChange, error, disabled }: PartProps) {
  const { t } = useTranslation()
  const names = [
    useQuery(registerNames('location')).data,
    useQuery(registerNames('animal_group')).data,
    useQuery(registerNames('vehicle')).data,
  ]
  const isEmpty = names.every(rows => rows?.length === 0)
  const values = valuesOf(value)
  const groups = kinds.map(([type], at) => ({
    group: t(`tasks.subjectTypes.${type}`),
    items: (names[at] ?? []).map(({ id, name }) => ({ value: `${type}:${id}`, label: name })),
  }))
  const known = new Set(groups.flatMap(({ items }) => items.map(item => item.value)))
  // What has no name here stays in the reach, although it cannot be shown.
  const hidden = values.filter(one => !known.has(one))
  return (
    <MultiSelect
      label={t('members.reachParts')}
      description={t(isEmpty ? 'members.noPlaces' : 'members.reachHint')}
      searchable
      hidePickedOptions
      limit={maxOffered}
      nothingFoundMessage={t('common.nothingFound')}
      data={groups}
      value={values.filter(one => known.has(one))}
      onChange={chosen => onChange(reachOf([...hidden, ...chosen]))}
      disabled={disabled}
      error={error}
    />
  )
}

type OfMember = { value: ReachInput | null; isBusy: boolean; onSave: (reach: ReachInput | null) => void }

/** The same for a member: it counts when it is saved, so that nobody has too much or too little between two choices. */
export function MemberReach({ value, isBusy, onSave }: OfMember) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(value)
  const isChanged = (draft === null) !== (value === null) || valuesOf(draft).join() !== valuesOf(value).join()
  return (
    <>
      <ReachSelect value={draft} onChange={setDraft} whole={t('members.reachWhole')} disabled={isBusy} />
      {isChanged && (
        <Button variant="default" disabled={isBusy || isReachMissing(draft)} onClick={() => onSave(draft)}>
          {t('common.save')}
        </Button>
      )}
    </>
  )
}
