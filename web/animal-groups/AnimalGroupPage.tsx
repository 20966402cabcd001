import { Button, Title } from '@mantine/core'
import { IconBarcode, IconForms } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup } from '#shared/animals/contract.ts'
import { largestSeed, sampleSize, seededPick } from '#shared/forms/scoring/sampleSize.ts'
import { EventHistory } from '../animal-events/EventHistory.tsx'
import { GroupCounts, OnDay, Withholds } from '../animal-events/OnDay.tsx'
import { registerNames } from '../answers/registerNames.ts'
import { api } from '../api.ts'
import { Can, useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { SubjectPage } from '../registers/SubjectPage.tsx'
import { GroupWelfare } from '../reports/GroupWelfare.tsx'
import { SubjectStatus } from '../subjects/status/SubjectStatus.tsx'
import { NumberInput } from '../ui/fields/NumberInput.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/DataTable.tsx'
import styles from './AnimalGroups.module.css'
import { ReadAnimals } from './ReadAnimals.tsx'

const AnimalGroupForm = lazyPart(() => import('./AnimalGroupForm.tsx').then(part => part.AnimalGroupForm))

/** One group of animals, with the animals in it. */
export function AnimalGroupPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/animals/groups/$id' })
  return (
    <SubjectPage
      id={Number(id)}
      feature="animalGroups"
      subject="AnimalGroup"
      calls={api.animalGroups}
      back={{ to: '/animals/groups', text: t('animalGroups.title') }}
      fields={({ purpose, species, location_id: place, notes }) => [
        { label: t('animalGroups.purpose'), value: t(`animalGroups.purposes.${purpose}`) },
        { label: t('animals.species'), value: species && t(`animals.speciesNames.${species}`) },
        {
          label: t('animalGroups.location'),
          value: place && <RowName id={place} get={api.locations.get} href={`/locations/${place}`} />,
        },
        { label: t('animalGroups.notes'), value: notes },
      ]}
      form={(group, onClosed) => <AnimalGroupForm group={group} onClosed={onClosed} />}
      warnings={group => <Withholds owner={{ type: 'animal_group', id: group.id }} />}
    >
      {group => (
        <>
          <GroupMembers group={group} />
          {!group.archived_at && <GroupSample group={group} />}
          <GroupWelfare groupId={group.id} />
          <GroupCounts groupId={group.id} />
          <EventHistory
            owner={{ type: 'animal_group', id: group.id, name: group.name, species: group.species }}
            isArchived={group.archived_at !== null}
          />
          <OnDay owner={{ type: 'animal_group', id: group.id }} />
        </>
      )}
    </SubjectPage>
  )
}

const EventForm = lazyPart(() => import('../animal-events/EventForm.tsx').then(part => part.EventForm))
const shown = 50

/** The animals of a group by name; all of a large one are in the register. */
function GroupMembers({ group }: { group: AnimalGroup }) {
  const { t } = useTranslation()
  const groupId = group.id
  const can = useAbility()
  const [isMoving, setMoving] = useState(false)
  const [isReading, setReading] = useState(false)
  const { data } = useQuery(api.animals.list.query({ animal_group_id: groupId, per_page: shown }))
  if (!data) return null
  const { total } = data.meta
  return (
    <section className={styles.members}>
      <div className={styles.head}>
        <Title order={2} size="h3">
          {t('animalGroups.members', { count: total })}
        </Title>
        {!group.archived_at && can('create', 'AnimalEvent') && (
          <div className={styles.acts}>
            <Button variant="default" leftSection={<IconBarcode size={20} />} onClick={() => setReading(true)}>
              {t('animalGroups.reading.open')}
            </Button>
            <Button variant="default" onClick={() => setMoving(true)}>
              {t('animalGroups.moveAll')}
            </Button>
          </div>
        )}
      </div>
      {total > 0 && (
        <ul className={styles.list}>
          {data.data.map(animal => (
            <li key={animal.id}>
              <Link to="/animals/$id" params={{ id: String(animal.id) }}>
                <bdi>{animal.name}</bdi>
                {animal.status && animal.status.state !== 'ok' && <SubjectStatus state={animal.status.state} />}
              </Link>
            </li>
          ))}
          {total > shown && (
            <li>
              <Link to="/animals" search={{ animal_group_id: String(groupId) }}>
                {t('animalGroups.allMembers')}
              </Link>
            </li>
          )}
        </ul>
      )}
      {isReading && <ReadAnimals group={group} onClosed={() => setReading(false)} />}
      {isMoving && (
        <EventForm
          owner={{ type: 'animal_group', id: groupId, name: group.name }}
          only="move"
          title={t('animalGroups.moveAll')}
          onClosed={() => setMoving(false)}
        />
      )}
    </section>
  )
}

const FillInSheet = lazyPart(() => import('../filling/FillInSheet.tsx').then(part => part.FillInSheet))

/** As forms propose it where they say nothing else. */
const asForms = { confidence: 95, precision: 10 } as const
const anySeed = () => 1 + Math.floor(Math.random() * largestSeed)

/** Draws animals of a group by lot, from a number that is shown: a form that is opened with it draws the same ones. */
function GroupSample({ group }: { group: AnimalGroup }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [seed, setSeed] = useState(anySeed)
  const [wanted, setWanted] = useState<number>()
  const [isFilling, setFilling] = useState(false)
  const { data: animals } = useQuery(registerNames('animal'))
  const members = (animals ?? []).filter(({ id, groupId }) => id > 0 && groupId === group.id)
  if (members.length < 2) return null
  const proposed = sampleSize(members.length, asForms)
  const picked = seededPick(members, wanted ?? proposed, seed)
  return (
    <section aria-labelledby="group-sample" className={styles.members}>
      <h2 id="group-sample" className={styles.heading}>
        {t('animalGroups.sample.title')}
      </h2>
      <p className={styles.text}>
        {t('animalGroups.sample.proposed', { size: format.number(proposed), count: format.number(members.length) })}{' '}
        {t('animalGroups.sample.text')}
      </p>
      <div className={styles.lot}>
        <NumberInput
          label={t('animalGroups.sample.size')}
          min={1}
          max={members.length}
          isWhole
          value={wanted ?? proposed}
          onChange={number => setWanted(number ?? undefined)}
        />
        <NumberInput
          label={t('animalGroups.sample.seed')}
          min={1}
          max={largestSeed}
          isWhole
          value={seed}
          onChange={number => number !== null && setSeed(number)}
        />
        <Button variant="default" onClick={() => setSeed(anySeed())}>
          {t('animalGroups.sample.draw')}
        </Button>
        <Can I="create" a="Submission">
          <Button variant="default" leftSection={<IconForms size={20} />} onClick={() => setFilling(true)}>
            {t('animalGroups.sample.fill')}
          </Button>
        </Can>
      </div>
      <ul className={styles.list} aria-label={t('animalGroups.sample.picked')} aria-live="polite">
        {picked.map(({ id, name, mark }) => (
          <li key={id}>
            <Link to="/animals/$id" params={{ id: String(id) }}>
              <bdi>{name}</bdi>
              {mark && <bdi className={styles.mark}>{mark}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
      {isFilling && (
        <FillInSheet
          about={{ type: 'animal_group', id: group.id, name: group.name, status: null }}
          seed={seed}
          onClosed={() => setFilling(false)}
        />
      )}
    </section>
  )
}
