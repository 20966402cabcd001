import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locationTypes } from '#shared/locations/rules.ts'
import { api } from '../api.ts'
import { SubjectsPage } from '../registers/SubjectsPage.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useList } from '../ui/list/useList.ts'
import { LocationViews } from './LocationViews.tsx'
import { PrintLabels } from './PrintLabels.tsx'

const LocationsMap = lazyPart(() => import('./LocationsMap.tsx').then(part => part.LocationsMap))
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
      above={isMapOpen && <LocationsMap rows={list.page?.data ?? []} />}
      bulk={rows => <PrintLabels ids={rows.map(({ id }) => id)} />}
      form={(onClosed, refused) => <LocationForm refused={refused} onClosed={onClosed} />}
    />
  )
}
