import { Box, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { Weights, Withholds } from '../animal-events/OnDay.tsx'
import { tagReader } from '../answers/scanning/tagReader.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { SubjectPage } from '../registers/SubjectPage.tsx'
import { SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/DataTable.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { AnimalHistory } from './AnimalHistory.tsx'
import { AnimalPhotos } from './AnimalPhotos.tsx'
import { BreedName } from './BreedName.tsx'
import { Pedigree } from './Pedigree.tsx'

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
      hasTimeline
      warnings={animal => <Withholds owner={{ type: 'animal', id: animal.id }} />}
    >
      {animal => {
        const { id: animalId, name, species } = animal
        const owner = { type: 'animal', id: animalId, name, species, isBatch: animal.kind === 'batch' } as const
        return (
          <>
            <AnimalPhotos animal={animal} />
            <AnimalHistory animal={animal} owner={owner} />
            <Weights animalId={animal.id} />
            <Pedigree animal={animal} />
            <MergeAnimal animal={animal} />
          </>
        )
      }}
    </SubjectPage>
  )
}

/** Brings a second entry of the same animal into this one. */
function MergeAnimal({ animal }: { animal: Animal }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [duplicate, setDuplicate] = useState<number>()
  const { data: other } = useQuery({
    ...api.animals.get.query({ id: duplicate ?? 0 }),
    enabled: duplicate !== undefined,
  })
  const read = () => queries.invalidateQueries()
  const parting = useMutation({ mutationFn: (id: number) => api.animals.unmerge({ id }), onSuccess: read })
  const merging = useMutation({
    mutationFn: () => api.animals.merge({ id: animal.id, duplicate_id: other?.id ?? 0 }),
    async onSuccess({ id }) {
      setOpen(false)
      await read()
      tellUndo(t('animals.merged'), t('common.undo'), () => parting.mutate(id))
    },
  })
  if (animal.archived_at) return null
  return (
    <Can I="delete" a="Animal" row={animal}>
      {!isOpen && (
        <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
          {t('animals.merge')}
        </Button>
      )}
      {isOpen && (
        <section aria-label={t('animals.merge')}>
          <p>{t('animals.mergeHelp')}</p>
          <Box maw="24rem">
            <SearchSelect
              label={t('animals.duplicate')}
              placeholder=""
              chosen={other}
              onChange={row => setDuplicate(row?.id)}
              find={search => api.animals.list.query({ species: animal.species, ...search })}
              labelOf={({ name, identifier }) => (identifier ? `${name} · ${identifier}` : name)}
              isLeftOut={({ id }) => id === animal.id}
              onKeyDown={tagReader({
                types: ['animal'],
                isOffered: ({ id }) => id !== animal.id,
                pick: ({ id }) => setDuplicate(id),
              })}
            />
          </Box>
          {merging.error && <ProblemText error={merging.error} />}
          {other && (
            <FieldList
              fields={[
                { label: t('animals.name'), value: other.name },
                { label: t('animals.identifier'), value: other.identifier },
                { label: t('animals.birthDate'), value: other.birth_date },
              ]}
            />
          )}
          <Button mt="sm" disabled={!other} loading={merging.isPending} onClick={() => merging.mutate()}>
            {t('animals.mergeNow')}
          </Button>
          <Button mt="sm" ms="xs" variant="default" onClick={() => setOpen(false)}>
            {t('common.cancel')}
          </Button>
        </section>
      )}
    </Can>
  )
}
