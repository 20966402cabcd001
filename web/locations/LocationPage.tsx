import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { peopleOf } from '../members/queries.ts'
import { SubjectPage } from '../registers/SubjectPage.tsx'
import { RowsHere } from '../registers/SubjectWork.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/DataTable.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Locations.module.css'
import { LocationMap } from './LocationsMap.tsx'
import { numbersInWords } from './numbersInWords.ts'
import { LocationLabels } from './PrintLabels.tsx'
import { Stocking } from './tree/Branches.tsx'
import { stockingOf, treesOf } from './tree/tree.ts'

const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))

/** One place. */
export function LocationPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const company = useUser()?.company_id ?? 0
  const canRead = useAbility()('read', 'Member')
  const { id } = useParams({ from: '/shell/locations/$id' })
  return (
    <SubjectPage
      id={Number(id)}
      feature="locations"
      subject="Location"
      calls={api.locations}
      back={{ to: '/locations', text: t('locations.title') }}
      fields={({ type, parent_id, responsible_id, notes, ...more }) => [
        { label: t('locations.type'), value: t(`locations.types.${type}`) },
        {
          label: t('locations.partOf'),
          value: parent_id && <RowName id={parent_id} get={api.locations.get} href={`/locations/${parent_id}`} />,
        },
        {
          label: t('locations.responsible'),
          value: responsible_id && canRead && <RowName id={responsible_id} get={peopleOf(company).get} />,
        },
        {
          label: t('locations.alsoResponsible'),
          value:
            more.also_responsible_ids.length > 0 &&
            canRead &&
            more.also_responsible_ids.map(one => (
              <div key={one}>
                <RowName id={one} get={peopleOf(company).get} />
              </div>
            )),
        },
        { label: t('locations.capacity'), value: more.capacity_heads && format.number(more.capacity_heads) },
        { label: t('locations.floorArea'), value: more.floor_area && format.number(more.floor_area) },
        { label: t('locations.address'), value: more.address },
        { label: t('locations.officialNumbers'), value: numbersInWords(more.official_numbers) },
        { label: t('locations.notes'), value: notes },
      ]}
      form={(location, onClosed) => <LocationForm location={location} onClosed={onClosed} />}
    >
      {location => (
        <>
          {location.archived_at === null && <LocationStock id={location.id} />}
          {location.outline && <LocationMap outline={location.outline} />}
          {location.archived_at === null && <LocationLabels id={location.id} />}
        </>
      )}
    </SubjectPage>
  )
}

/** The animals on a place, its capacity, and its parts. Nothing where there is none of these. */
function LocationStock({ id }: { id: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const tree = useQuery(api.placeTree.tree.query({ inside: id }))
  const [place] = treesOf(tree.data?.places ?? [])
  return (
    <>
      {place && (place.parts.length > 0 || place.allHeads > 0 || place.capacity_heads) && (
        <section className={styles.section} aria-labelledby="location-stock">
          <h2 id="location-stock" className={styles.heading}>
            {t('locations.stock')}
          </h2>
          {stockingOf(place).isOver && (
            <Notice kind="attention">
              {t('locations.tooMany', {
                heads: format.number(place.allHeads),
                capacity: format.number(place.capacity_heads ?? 0),
              })}
            </Notice>
          )}
          <p className={styles.said}>
            <Stocking place={place} />
          </p>
          <ul className={styles.list}>
            {place.parts.map(part => (
              <li key={part.id} className={styles.part}>
                <PathLink href={`/locations/${part.id}`}>
                  <bdi>{part.name}</bdi>
                </PathLink>
                <span className={styles.quiet}>
                  <Stocking place={part} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RowsHere about={{ type: 'location', id }} />
    </>
  )
}
