import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { species } from '#shared/animals/rules.ts'
import { api } from '../api.ts'
import { MapButton, StandingMap } from '../locations/LocationsMap.tsx'
import { SubjectsPage } from '../registers/SubjectsPage.tsx'
import { HeldFlag } from '../subjects/status/SubjectStatus.tsx'
import { EarTagDrawing } from '../ui/drawings/Drawings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/DataTable.tsx'
import { useList } from '../ui/list/useList.ts'

const AnimalGroupForm = lazyPart(() => import('./AnimalGroupForm.tsx').then(part => part.AnimalGroupForm))

/** The register of animal groups. */
export function AnimalGroupsPage() {
  const { t } = useTranslation()
  const [isMapOpen, setMapOpen] = useState(false)
  const list = useList(api.animalGroups.list)
  return (
    <SubjectsPage
      feature="animalGroups"
      subject="AnimalGroup"
      calls={api.animalGroups}
      list={list}
      columns={[
        {
          key: 'purpose',
          title: t('animalGroups.purpose'),
          cell: row => t(`animalGroups.purposes.${row.purpose}`),
          width: '10rem',
        },
        {
          key: 'species',
          title: t('animals.species'),
          cell: row => row.species && t(`animals.speciesNames.${row.species}`),
          width: '10rem',
        },
        {
          key: 'location',
          title: t('animalGroups.location'),
          cell: row => row.location_id && <RowName id={row.location_id} get={api.locations.get} />,
          width: '12rem',
        },
        {
          key: 'withheld_until',
          title: t('animals.heldUntil'),
          cell: row => <HeldFlag until={row.withheld_until} isDayOnly />,
          isTitled: true,
          width: '10rem',
        },
      ]}
      filters={[
        {
          name: 'species',
          label: t('animals.species'),
          all: t('animals.allSpecies'),
          choices: species.map(value => ({ value, label: t(`animals.speciesNames.${value}`) })),
        },
        {
          name: 'location_id',
          label: t('animalGroups.location'),
          all: t('books.everywhere'),
          of: 'location',
        },
      ]}
      href={row => `/animals/groups/${row.id}`}
      empty={{ title: t('animalGroups.empty'), text: t('animalGroups.emptyText') }}
      drawing={<EarTagDrawing />}
      actions={<MapButton isOpen={isMapOpen} onChange={setMapOpen} />}
      above={isMapOpen && <StandingMap rows={list.page?.data ?? []} />}
      form={(onClosed, refused) => <AnimalGroupForm refused={refused} onClosed={onClosed} />}
    />
  )
}
