import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { registerNames } from '../answers/registerNames.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { useRoleName } from '../roles/queries.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { type Named, SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Members.module.css'
import { useMemberActions } from './memberActions.ts'
import { isReachMissing, useIsGiveable } from './queries.ts'
import { fieldOfReach, nowhere } from './ReachSelect.tsx'

/** More than work at most places; all of them are in the list of people. */
const shown = 25

type Props = { about: NamedSubject & { type: keyof typeof fieldOfReach } }

/** Who works at a location, with a group or a vehicle: folded, and asked for when it is opened. */
export function WorksHere({ about }: Props) {
  const { t } = useTranslation()
  const can = useAbility()
  const [isOpen, setOpen] = useState(false)
  if (!can('read', 'Member')) return null
  return (
    <details className={styles.worksHere} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('members.worksHere')}</h2>
      </summary>
      {isOpen && <People about={about} />}
    </details>
  )
}

function People({ about }: Props) {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const mayChange = useAbility()('update', 'Member')
  const isGiveable = useIsGiveable()
  const here = `${about.type}:${about.id}`
  const asked = { id, sort: 'name' } as const
  const found = useQuery(api.companies.members.query({ ...asked, works_at: here, per_page: shown }))
  const everywhere = useQuery(api.companies.members.query({ ...asked, works_at: 'company', per_page: 10 }))
  if (found.error) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (!found.data) return null
  const { data, meta } = found.data
  return (
    <div className={styles.worksHereParts}>
      {data.length > 0 ? (
        <ul className={styles.results}>
          {data.map(member => (
            <PersonHere key={member.id} {...{ member, about, mayChange }} />
          ))}
        </ul>
      ) : (
        <p className={styles.hint}>{t('members.nobodyHere')}</p>
      )}
      {meta.total > shown && (
        <PathLink href={`/company/users?works_at=${here}`}>{t('members.allHere', { count: meta.total })}</PathLink>
      )}
      {everywhere.data && (
        <p className={styles.hint}>
          <PathLink href="/company/users?works_at=company">
            {t('members.everywhere', { count: everywhere.data.meta.total })}
          </PathLink>
        </p>
      )}
      {mayChange && isGiveable(fieldOfReach[about.type], about.id) && <AddHere about={about} here={data} />}
    </div>
  )
}

type PersonProps = Props & { member: Member; mayChange: boolean }

/** One of them: by the place itself, which can be taken away, or by a location above it. */
function PersonHere({ member, about, mayChange }: PersonProps) {
  const { t } = useTranslation()
  const user = useUser()
  const roleName = useRoleName()
  const above = useLocationsAbove(about)
  const { changeReach, isBusy } = useMemberActions(user?.company_id ?? 0)
  const field = fieldOfReach[about.type]
  const isNamed = member.reach?.[field].includes(about.id) ?? false
  const without = member.reach && { ...member.reach, [field]: member.reach[field].filter(one => one !== about.id) }
  const through = above.find(({ id }) => member.reach?.location_ids.includes(id))
  const isOnlyHere = isReachMissing(without)
  return (
    <li className={styles.result}>
      <span className={styles.line}>
        {mayChange ? (
          <PathLink href={`/company/users#${member.id}`}>
            <bdi>{member.name}</bdi>
          </PathLink>
        ) : (
          <bdi>{member.name}</bdi>
        )}
        <span className={styles.hint}>
          {' · '}
          {roleName(member)}
          {!isNamed && ` · ${through ? t('members.hereThrough', { location: through.name }) : t('members.hereAbove')}`}
          {isNamed && isOnlyHere && ` · ${t('members.onlyHere')}`}
        </span>
      </span>
      {mayChange && member.changeable && isNamed && !isOnlyHere && member.id !== user?.id && (
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={t('members.removeHereName', { name: member.name })}
          onClick={() => changeReach([member], without)}
        >
          {t('members.removeHere')}
        </Button>
      )}
    </li>
  )
}

/** The locations to which a place belongs, the nearest first, as far as the reader sees them. */
function useLocationsAbove({ type, id }: Props['about']): Named[] {
  const locations = useQuery({ ...registerNames('location'), enabled: type !== 'vehicle' }).data ?? []
  const groups = useQuery({ ...registerNames('animal_group'), enabled: type === 'animal_group' }).data ?? []
  const rows = new Map(locations.map(row => [row.id, row]))
  const own = type === 'location' ? rows.get(id) : groups.find(row => row.id === id)
  const above: Named[] = []
  // A location never belongs to itself; where names of two moments are together, it might.
  for (let at = rows.get(own?.placeId ?? 0); at && !above.includes(at); at = rows.get(at.placeId ?? 0)) above.push(at)
  return above
}

/**
 * Adds somebody to the place whom the reader may change. Who works in the whole company would see less, which is asked
 * first.
 */
function AddHere({ about, here }: Props & { here: Member[] }) {
  const { t } = useTranslation()
  const user = useUser()
  const id = user?.company_id ?? 0
  const [chosen, setChosen] = useState<Named>()
  const { changeReach, isBusy } = useMemberActions(id)
  const person = useQuery({
    ...api.companies.member.query({ id, user_id: chosen?.id ?? 0 }),
    enabled: chosen !== undefined,
  }).data
  const field = fieldOfReach[about.type]
  function add(member: Member) {
    const before = member.reach ?? nowhere
    changeReach([member], { ...before, [field]: [...before[field], about.id] })
    setChosen(undefined)
  }
  return (
    <div className={styles.addHere}>
      <SearchSelect<Member>
        label={t('members.addHere')}
        placeholder={t('members.choosePerson')}
        chosen={chosen}
        onChange={setChosen}
        find={search => api.companies.members.query({ id, state: 'active', changeable: true, sort: 'name', ...search })}
        isLeftOut={one => one.id === user?.id || here.some(member => member.id === one.id)}
      />
      {chosen &&
        person?.id === chosen.id &&
        (person.reach ? (
          <Button variant="default" disabled={isBusy} onClick={() => add(person)}>
            {t('members.addHereDone')}
          </Button>
        ) : (
          <ConfirmButton
            question={t('members.narrowQuestion', { name: person.name, place: about.name })}
            confirmText={t('members.onlyHereDone')}
            onConfirm={() => add(person)}
            buttonProps={{ disabled: isBusy }}
          >
            {t('members.addHereDone')}
          </ConfirmButton>
        ))}
    </div>
  )
}
