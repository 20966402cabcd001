import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { healthStatuses, lifeStatuses, species } from '#shared/animals/rules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { registerNames } from '../answers/registerNames.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { MapButton, StandingMap } from '../locations/LocationsMap.tsx'
import { SubjectsPage } from '../registers/SubjectsPage.tsx'
import { HeldFlag } from '../subjects/status/SubjectStatus.tsx'
import { EarTagDrawing } from '../ui/drawings/Drawings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/DataTable.tsx'
import { useList } from '../ui/list/useList.ts'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './Animals.module.css'
import { BreedName, useBreeds } from './BreedName.tsx'
import { MoveToGroup } from './MoveToGroup.tsx'

const EventForm = lazyPart(() => import('../animal-events/EventForm.tsx').then(part => part.EventForm))
const AnimalForm = lazyPart(() => import('./AnimalForm.tsx').then(part => part.AnimalForm))

/** The register of animals. */
export function AnimalsPage() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const groups = useQuery(registerNames('animal_group')).data?.filter(({ id }) => id > 0) ?? []
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const list = useList(api.animals.list)
  const [isMapOpen, setMapOpen] = useState(false)
  const kind = species.find(one => one === list.search.species)
  const breeds = useBreeds(kind !== undefined)
  return (
    <SubjectsPage
      feature="animals"
      subject="Animal"
      calls={api.animals}
      list={list}
      columns={[
        { key: 'identifier', title: t('animals.identifier'), cell: row => <bdi>{row.identifier}</bdi>, width: '12rem' },
        {
          key: 'species',
          title: t('animals.species'),
          cell: row => t(`animals.speciesNames.${row.species}`),
          width: '7rem',
        },
        {
          key: 'group',
          title: t('animals.group'),
          // An archived one is not among the names, and asked for alone.
          cell: ({ animal_group_id: id }) => id && (names.get(id) ?? <RowName id={id} get={api.animalGroups.get} />),
          width: '9rem',
        },
        {
          key: 'withheld_until',
          title: t('animals.heldUntil'),
          cell: row => <HeldFlag until={row.withheld_until} isDayOnly />,
          isTitled: true,
          width: '10rem',
        },
        {
          key: 'breed',
          title: t('animals.breed'),
          cell: row => row.breed && <BreedName breed={row.breed} />,
          optional: true,
        },
        {
          key: 'health_status',
          title: t('animals.health'),
          cell: row => row.health_status && t(`animals.healthStatuses.${row.health_status}`),
          optional: true,
        },
        {
          key: 'head_count',
          title: t('animals.heads'),
          cell: row => row.head_count !== null && format.number(row.head_count),
          width: '7rem',
          optional: true,
        },
        {
          key: 'life_status',
          title: t('animals.life'),
          cell: row => t(`animals.lifeStatuses.${row.life_status}`),
          optional: true,
        },
        { key: 'sex', title: t('animals.sex'), cell: row => t(`animals.sexes.${row.sex}`), optional: true },
        {
          key: 'birth_date',
          title: t('animals.birthDate'),
          cell: row => row.birth_date && <LocalTime value={row.birth_date} as="date" />,
          optional: true,
        },
      ]}
      filters={[
        {
          name: 'species',
          label: t('animals.species'),
          all: t('animals.allSpecies'),
          choices: species.map(value => ({ value, label: t(`animals.speciesNames.${value}`) })),
        },
        // Those of a species, once there is one.
        ...(kind && breeds && kind !== 'other'
          ? [
              {
                ...{ name: 'breed', label: t('animals.breed'), all: t('animals.allBreeds') },
                choices: breeds.breedsOf(kind, toLocale(i18n.language)),
              },
            ]
          : []),
        {
          name: 'animal_group_id',
          label: t('animals.group'),
          all: t('animals.allGroups'),
          choices: groups.map(group => ({ value: String(group.id), label: group.name })),
        },
        {
          name: 'location_id',
          label: t('animals.place'),
          all: t('books.everywhere'),
          of: 'location',
        },
        {
          name: 'health_status',
          label: t('animals.health'),
          all: t('animals.allHealth'),
          choices: healthStatuses.map(value => ({ value, label: t(`animals.healthStatuses.${value}`) })),
        },
        {
          name: 'life_status',
          isDerived: true,
          label: t('animals.life'),
          all: t('animals.allLife'),
          choices: lifeStatuses.map(value => ({ value, label: t(`animals.lifeStatuses.${value}`) })),
        },
      ]}
      href={row => `/animals/${row.id}`}
      empty={{ title: t('animals.empty'), text: t('animals.emptyText') }}
      naming={NameWithPhoto}
      drawing={<EarTagDrawing />}
      actions={<MapButton isOpen={isMapOpen} onChange={setMapOpen} />}
      above={isMapOpen && <StandingMap rows={list.page?.data ?? []} />}
      form={(onClosed, refused) => <AnimalForm refused={refused} onClosed={onClosed} />}
      bulk={(rows, done) => (
        <>
          <RecordForMany picked={rows} onDone={done} />
          <MoveToGroup picked={rows} groups={groups} onDone={done} />
        </>
      )}
    />
  )
}

/** Records the same for all picked animals. */
function RecordForMany({ picked, onDone }: { picked: Animal[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const owners = picked.map(({ id, name, species, kind }) => {
    return { type: 'animal' as const, id, name, species, isBatch: kind === 'batch' }
  })
  const [owner] = owners
  return (
    <Can I="create" a="AnimalEvent">
      <Button variant="default" leftSection={<IconNotes size={18} />} onClick={() => setOpen(true)}>
        {t('animalEvents.record')}
      </Button>
      {isOpen && owner && <EventForm owner={owner} owners={owners} onSaved={onDone} onClosed={() => setOpen(false)} />}
    </Can>
  )
}

/** The name of an animal in a list, behind the first of its photos. */
const NameWithPhoto = ({ name, photos: [photo] }: Animal) => (
  <>
    {photo && (
      <img src={`/storage/${photo.preview_path ?? photo.path}`} alt="" className={styles.picture} loading="lazy" />
    )}
    <bdi>{name}</bdi>
  </>
)
