import { Button, Radio, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member, ReachInput } from '#shared/companies/contract.ts'
import type { Location } from '#shared/locations/contract.ts'
import { registerNames } from '../answers/registerNames.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { MultiSelect } from '../ui/floatingParts.tsx'
import { FilterChip, FilterPlace } from '../ui/list/Filters.tsx'
import type { List } from '../ui/list/useList.ts'
import { SheetFooter } from '../ui/SideSheet.tsx'
import styles from './Members.module.css'
import { isReachMissing, useIsGiveable, useIsOfWholeCompany } from './queries.ts'

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

export const nowhere: ReachInput = { location_ids: [], animal_group_ids: [], vehicle_ids: [] }

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
  /** What no choice means: the whole company, or where the one who invites works. Without it some are chosen. */
  whole?: string | undefined
  error?: string | null
  disabled?: boolean
}

/** Chooses where somebody works: in all of it, or at some locations, groups and vehicles. */
export function ReachSelect({ label, description, value, onChange, whole, error, disabled = false }: Props) {
  const { t } = useTranslation()
  if (whole === undefined)
    return <PartSelect {...{ label, description, disabled, error, onChange }} value={value ?? nowhere} />
  return (
    <>
      <Radio.Group
        label={label ?? t('members.reach')}
        description={description}
        value={value ? 'part' : 'whole'}
        onChange={chosen => onChange(chosen === 'part' ? nowhere : null)}
      >
        <Radio value="whole" mt="xs" label={whole} disabled={disabled} />
        <Radio value="part" mt="xs" label={t('members.reachPart')} disabled={disabled} />
      </Radio.Group>
      {value && <PartSelect value={value} onChange={onChange} error={error} disabled={disabled} />}
    </>
  )
}

/** The names of each of the registers. */
const useNames = () => [
  useQuery(registerNames('location')).data,
  useQuery(registerNames('animal_group')).data,
  useQuery(registerNames('vehicle')).data,
]

type PartProps = {
  label?: string | undefined
  description?: string | undefined
  value: ReachInput
  onChange: (reach: ReachInput) => void
  error?: string | null | undefined
  disabled: boolean
}

function PartSelect({ label, description, value, onChange, error, disabled }: PartProps) {
  const { t } = useTranslation()
  const isGiveable = useIsGiveable()
  const names = useNames()
  const isEmpty = names.every(rows => rows?.length === 0)
  const values = valuesOf(value)
  const groups = kinds.map(([type, field], at) => ({
    group: t(`tasks.subjectTypes.${type}`),
    items: (names[at] ?? [])
      .filter(({ id }) => value[field].includes(id) || isGiveable(field, id))
      .map(({ id, name }) => ({ value: `${type}:${id}`, label: name })),
  }))
  const known = new Set(groups.flatMap(({ items }) => items.map(item => item.value)))
  // What has no name here stays in the reach, although it cannot be shown.
  const hidden = values.filter(one => !known.has(one))
  return (
    <MultiSelect
      label={label ?? t('members.reachParts')}
      description={description ?? t(isEmpty ? 'members.noPlaces' : 'members.reachHint')}
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

/** Where somebody works, to be read: what the reader does not see of it is elsewhere. */
export function ReachNames({ reach }: { reach: ReachInput | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const names = useNames()
  if (!reach) return t('members.reachWhole')
  const known = kinds.flatMap(([, field], at) => names[at]?.filter(({ id }) => reach[field].includes(id)) ?? [])
  const isElsewhere = known.length < valuesOf(reach).length
  return (
    <>
      {known.length > 0 && <bdi>{format.list(known.map(({ name }) => name))}</bdi>}
      {known.length > 0 && isElsewhere && ' · '}
      {isElsewhere && t('members.elsewhere')}
    </>
  )
}

/** The choice of the whole company, for those who work in all of it. */
function useWholeCompany(): string | undefined {
  const { t } = useTranslation()
  return useIsOfWholeCompany() ? t('members.reachWhole') : undefined
}

/** Where several people work: it replaces what each had. */
export function ReachForSome({ onSave }: { onSave: (reach: ReachInput | null) => void }) {
  const { t } = useTranslation()
  const whole = useWholeCompany()
  const [chosen, setChosen] = useState<ReachInput | null>(null)
  const reach = whole === undefined ? (chosen ?? nowhere) : chosen
  return (
    <>
      <div className={styles.form}>
        <ReachSelect
          {...(whole === undefined && { label: t('members.reach') })}
          {...{ value: reach, onChange: setChosen, whole }}
        />
      </div>
      <SheetFooter>
        <Button disabled={isReachMissing(reach)} onClick={() => onSave(reach)}>
          {t('common.save')}
        </Button>
      </SheetFooter>
    </>
  )
}

type OfMember = { value: ReachInput | null; isBusy: boolean; onSave: (reach: ReachInput | null) => void }

/** The same for a member: it counts when it is saved, so that nobody has too much or too little between two choices. */
export function MemberReach({ value, isBusy, onSave }: OfMember) {
  const { t } = useTranslation()
  const whole = useWholeCompany()
  const [draft, setDraft] = useState(value)
  const isChanged = (draft === null) !== (value === null) || valuesOf(draft).join() !== valuesOf(value).join()
  return (
    <>
      <ReachSelect
        {...(whole === undefined && { label: t('members.reach') })}
        {...{ value: draft, onChange: setDraft, whole, disabled: isBusy }}
      />
      {isChanged && (
        <Button variant="default" disabled={isBusy || isReachMissing(draft)} onClick={() => onSave(draft)}>
          {t('common.save')}
        </Button>
      )}
    </>
  )
}

const everywhere = 'company'
const isPlace = (type: string): type is keyof typeof fieldOfReach => type in fieldOfReach

/** Narrows people to those who work at a place, or in the whole company. */
export function WorksAtFilter({ list }: { list: List<Member> }) {
  const { t } = useTranslation()
  const place = use(FilterPlace)
  const value = String(list.search.works_at ?? '')
  const [type = '', id] = value.split(':')
  const names = useQuery({ ...registerNames(isPlace(type) ? type : 'location'), enabled: isPlace(type) }).data
  const chosen = isPlace(type)
    ? { id: Number(id), name: names?.find(row => row.id === Number(id))?.name ?? '…' }
    : undefined
  const change = (works_at: string | undefined) => list.change({ works_at })
  if (place === 'chip') {
    const text = value === everywhere ? t('members.everywhereChip') : chosen?.name
    return text && <FilterChip text={text} onRemove={() => change(undefined)} />
  }
  return (
    <>
      <SearchSelect<Location>
        label={t('members.reach')}
        placeholder={t('members.anywhere')}
        chosen={chosen}
        onChange={row => change(row && `location:${row.id}`)}
        find={search => api.locations.list.query({ sort: 'name', ...search })}
      />
      <Switch
        label={t('members.everywhereChip')}
        checked={value === everywhere}
        onChange={event => change(event.currentTarget.checked ? everywhere : undefined)}
      />
    </>
  )
}
