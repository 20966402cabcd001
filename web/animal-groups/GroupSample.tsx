import { Button } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup } from '#shared/animals/contract.ts'
import { largestSeed, sampleSize, seededPick } from '#shared/forms/scoring/sampleSize.ts'
import { registerNames } from '../answers/registerNames.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { NumberInput } from '../ui/fields/NumberInput.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from './GroupMembers.module.css'
import sample from './GroupSample.module.css'

const FillInSheet = lazyPart(() => import('../filling/FillInSheet.tsx').then(part => part.FillInSheet))

/** As forms propose it where they say nothing else. */
const asForms = { confidence: 95, precision: 10 } as const
const anySeed = () => 1 + Math.floor(Math.random() * largestSeed)

/** Draws animals of a group by lot, from a number that is shown: a form that is opened with it draws the same ones. */
export function GroupSample({ group }: { group: AnimalGroup }) {
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
      <h2 id="group-sample" className={sample.heading}>
        {t('animalGroups.sample.title')}
      </h2>
      <p className={sample.text}>
        {t('animalGroups.sample.proposed', { size: format.number(proposed), count: format.number(members.length) })}{' '}
        {t('animalGroups.sample.text')}
      </p>
      <div className={sample.lot}>
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
              {mark && <bdi className={sample.mark}>{mark}</bdi>}
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
