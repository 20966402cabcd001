import { useTranslation } from 'react-i18next'
import { locationTypes } from '#shared/locations/locationTypes.ts'
import { api } from '../lib/api.ts'
import { SubjectsPage } from '../subjects/SubjectsPage.tsx'
import { GateDrawing } from '../ui/drawings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useList } from '../ui/useList.ts'

const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))

/** The register of places. */
export function LocationsPage() {
  const { t } = useTranslation()
  return (
    <SubjectsPage
      noun="locations"
      subject="Location"
      calls={api.locations}
      list={useList(api.locations.list)}
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
      ]}
      href={row => `/locations/${row.id}`}
      drawing={<GateDrawing />}
      form={onClosed => <LocationForm onClosed={onClosed} />}
    />
  )
}
