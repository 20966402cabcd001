import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OnDay } from '../animal-events/OnDay.tsx'
import { Weights } from '../animal-events/Weights.tsx'
import { Withholds } from '../animal-events/Withholds.tsx'
import { api } from '../api.ts'
import { SubjectPage } from '../subjects/SubjectPage.tsx'
import { AnimalTimeline } from '../timeline/AnimalTimeline.tsx'
import { lazyPart, lazySection } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/RowName.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { AnimalPhotos } from './AnimalPhotos.tsx'
import { BreedName } from './BreedName.tsx'
import { MergeAnimal } from './MergeAnimal.tsx'
import { Pedigree } from './Pedigree.tsx'

const EventHistory = lazySection(() => import('../animal-events/EventHistory.tsx').then(part => part.EventHistory))
const AnimalForm = lazyPart(() => import('./AnimalForm.tsx').then(part => part.AnimalForm))

/** One animal. */
export function AnimalPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/animals/$id' })
  return (
    <SubjectPage
      id={Number(id)}
      feature="animals"
      subject="Animal"
      calls={api.animals}
      back={{ to: '/animals', text: t('animals.title') }}
      fields={({ identifier, species, sex, birth_date, animal_group_id: group, location_id: place, notes, ...row }) => [
        ...(row.kind === 'batch' ? [{ label: t('animals.heads'), value: row.head_count ?? 0 }] : []),
        ...(row.life_status === 'alive'
          ? []
          : [{ label: t('animals.life'), value: t(`animals.lifeStatuses.${row.life_status}`) }]),
        { label: t(`animals.schemes.${row.identifier_scheme}`), value: identifier && <bdi>{identifier}</bdi> },
        { label: t('animals.species'), value: t(`animals.speciesNames.${species}`) },
        ...row.other_identifiers.map(({ scheme, value }) => ({
          label: t(`animals.schemes.${scheme}`),
          value: <bdi>{value}</bdi>,
        })),
        { label: t('animals.breed'), value: row.breed && <BreedName breed={row.breed} /> },
        { label: t('animals.sex'), value: t(`animals.sexes.${sex}`) },
        { label: t('animals.birthDate'), value: birth_date && <LocalTime value={birth_date} as="date" /> },
        ...(
          [
            ['mother', row.mother_id],
            ['father', row.father_id],
          ] as const
        ).map(([parent, of]) => ({
          label: t(`animals.${parent}`),
          value: of && <RowName id={of} get={api.animals.get} href={`/animals/${of}`} />,
        })),
        { label: t('animals.health'), value: row.health_status && t(`animals.healthStatuses.${row.health_status}`) },
        {
          label: t('animals.keptFor'),
          value: row.production_purpose && t(`animals.keptForNames.${row.production_purpose}`),
        },
        {
          label: t('animals.group'),
          value: group && <RowName id={group} get={api.animalGroups.get} href={`/animals/groups/${group}`} />,
        },
        {
          label: t('animals.place'),
          value: place && <RowName id={place} get={api.locations.get} href={`/locations/${place}`} />,
        },
        { label: t('animals.notes'), value: notes },
      ]}
      form={(animal, onClosed) => <AnimalForm animal={animal} onClosed={onClosed} />}
      warnings={animal => <Withholds owner={{ type: 'animal', id: animal.id }} />}
    >
      {animal => {
        const owner = { type: 'animal', id: animal.id, name: animal.name, isBatch: animal.kind === 'batch' } as const
        return (
          <>
            <AnimalPhotos animal={animal} />
            <EventHistory owner={owner} isArchived={animal.archived_at !== null} />
            <Weights animalId={animal.id} />
            <Pedigree animal={animal} />
            <AnimalTimeline id={animal.id} />
            <OnDay owner={owner} />
            <MergeAnimal animal={animal} />
          </>
        )
      }}
    </SubjectPage>
  )
}
