import { Button, Menu, ScrollArea, TextInput } from '@mantine/core'
import { IconChevronUp } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { healthStatuses, lifeStatuses, species } from '#shared/animals/rules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { registerNames } from '../answers/registerNames.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { MapButton } from '../locations/LocationViews.tsx'
import { HeldFlag } from '../subjects/HeldFlag.tsx'
import { SubjectsPage } from '../subjects/SubjectsPage.tsx'
import { EarTagDrawing } from '../ui/drawings/EarTagDrawing.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { RowName } from '../ui/list/RowName.tsx'
import { useList } from '../ui/list/useList.ts'
import { MenuList } from '../ui/menu/MenuList.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { BreedName, useBreeds } from './BreedName.tsx'
import styles from './NameWithPhoto.module.css'

const StandingMap = lazyPart(() => import('../locations/LocationsMap.tsx').then(part => part.StandingMap))
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
          cell: row => <HeldFlag until={row.withheld_until} />,
          width: '13rem',
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
      bulk={(rows, done) => <MoveToGroup picked={rows} groups={groups} onDone={done} />}
    />
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

type Group = { id: number; name: string }
type Props = { picked: Animal[]; groups: Group[]; onDone: () => void }

/** Of more groups than these one is looked for by its name, and no more than so many are listed. */
const [few, maxListed] = [10, 50]

/** Puts the picked animals into another group, which can be taken back. */
function MoveToGroup({ picked, groups, onDone }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState('')
  const put = (rows: Animal[], groupOf: (row: Animal) => number | null) =>
    actOnEach(
      rows,
      ({ name }) => name,
      row => api.animals.update({ id: row.id, animal_group_id: groupOf(row) }),
    ).finally(() => queries.invalidateQueries({ queryKey: api.animals.key }))
  const returning = useMutation({ mutationFn: (rows: Animal[]) => put(rows, row => row.animal_group_id) })
  const moving = useMutation({
    mutationFn: ({ rows, group }: { rows: Animal[]; group: Group | null }) => put(rows, () => group?.id ?? null),
    onSuccess: (moved, { group }) =>
      tellUndo(group ? t('animals.movedTo', { group: group.name }) : t('animals.noGroup'), t('common.undo'), () =>
        returning.mutate(moved),
      ),
  })
  if (groups.length === 0) return null
  const listed = groups.filter(({ name }) => textHolds(name, wanted)).slice(0, maxListed)
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronUp size={18} />}>
          {t('animals.moveToGroup')}
        </Button>
      </Menu.Target>
      <MenuList>
        {groups.length > few && (
          <TextInput
            type="search"
            aria-label={t('animals.group')}
            placeholder={t('common.search')}
            value={wanted}
            onChange={event => setWanted(event.currentTarget.value)}
          />
        )}
        <ScrollArea.Autosize mah="50vh">
          {[...listed, null].map(group => (
            <Menu.Item
              key={group?.id ?? 0}
              onClick={() => {
                moving.mutate({ rows: picked, group })
                onDone()
              }}
            >
              {group ? <bdi>{group.name}</bdi> : t('animals.noGroup')}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </MenuList>
    </Menu>
  )
}
