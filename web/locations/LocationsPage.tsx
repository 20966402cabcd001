import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/locations/contract.ts'
import { locationTypes } from '#shared/locations/rules.ts'
import { api } from '../api.ts'
import { allPages } from '../lib/allPages.ts'
import { keptOfSite, siteKey } from '../lib/site.ts'
import { SubjectsPage } from '../registers/SubjectsPage.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { type List, useList } from '../ui/list/useList.ts'
import styles from './Locations.module.css'
import { LocationsMap } from './LocationsMap.tsx'
import { LocationViews, MapPictureButton } from './LocationViews.tsx'
import { PrintLabels } from './PrintLabels.tsx'

const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))

/** The register of places. */
export function LocationsPage() {
  const { t } = useTranslation()
  const [isMapOpen, setMapOpen] = useState(false)
  const list = useList(api.locations.list)
  return (
    <SubjectsPage
      feature="locations"
      subject="Location"
      calls={api.locations}
      list={list}
      columns={[
        { key: 'type', title: t('locations.type'), cell: row => t(`locations.types.${row.type}`), width: '14rem' },
      ]}
      filters={[
        {
          name: 'type',
          label: t('locations.type'),
          all: t('locations.allTypes'),
          choices: locationTypes.map(type => ({ value: type, label: t(`locations.types.${type}`) })),
        },
        {
          name: 'parent_id',
          label: t('locations.partOf'),
          all: t('books.everywhere'),
          of: 'location',
        },
      ]}
      href={row => `/locations/${row.id}`}
      empty={{ title: t('locations.empty'), text: t('locations.emptyText') }}
      drawing={<GateDrawing />}
      actions={<LocationViews isMapOpen={isMapOpen} onMap={setMapOpen} />}
      above={isMapOpen && <AllLocationsMap list={list} />}
      bulk={rows => <PrintLabels ids={rows.map(({ id }) => id)} />}
      form={(onClosed, refused) => <LocationForm refused={refused} onClosed={onClosed} />}
    />
  )
}

/** Rows of one call while all are read. */
const perCall = 100 as const

/** All locations that the list is narrowed to on one map, not those of its page alone. */
function AllLocationsMap({ list }: { list: List<Location> }) {
  const { search, type, parent_id } = list.search as {
    search?: string
    type?: (typeof locationTypes)[number]
    parent_id?: string
  }
  const wanted = {
    ...({ per_page: perCall, sort: 'name' } as const),
    ...(search && { search }),
    ...(type && { type }),
    ...(parent_id && { parent_id: Number(parent_id) }),
  }
  const { site } = list
  const { data = [] } = useQuery({
    queryKey: [...api.locations.key, 'on one map', wanted, ...siteKey(site)],
    queryFn: () => allPages(page => api.locations.list({ ...wanted, page }, { site })),
    placeholderData: keptOfSite(site),
  })
  return (
    <>
      <LocationsMap rows={data} />
      <div className={styles.belowMap}>
        <MapPictureButton />
      </div>
    </>
  )
}
