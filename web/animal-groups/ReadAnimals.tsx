import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup } from '#shared/animals/contract.ts'
import { type EventEntry, isEventOf, keysAfterEvent } from '../animal-events/queries.ts'
import { findRead } from '../answers/registerNames.ts'
import type { ReadRow } from '../answers/registerRows.ts'
import { ReadField } from '../answers/scanning/Scanner.tsx'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { isQueued } from '../lib/offline/outboxHandler.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { SideSheet } from '../ui/SideSheet.tsx'
import styles from './AnimalGroups.module.css'

type Animal = ReadRow<'animal'>
/** What came of a tag that was read. */
type Read = { key: number; animal?: Animal; code: string; words: string; undo?: () => Promise<unknown> }

/** Puts one animal after the other into a group as their tags are read, offline too; each can be undone. */
export function ReadAnimals({ group, onClosed }: { group: AnimalGroup; onClosed: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const [reads, setReads] = useState<Read[]>([])
  /** The groups of the animals, as far as they are known here: names arrive later than tags are read. */
  const moved = useRef(new Map<number, number | undefined>())
  /** One after the other, as they were read. */
  const last = useRef(Promise.resolve())

  const note = (read: Omit<Read, 'key'>) => setReads(all => [{ ...read, key: (all[0]?.key ?? 0) + 1 }, ...all])

  async function put(code: string) {
    const animal = await findRead(['animal'], code)
    if (!animal) return note({ code, words: t('animalGroups.reading.unknown') })
    const from = moved.current.has(animal.id) ? moved.current.get(animal.id) : animal.groupId
    if (from === group.id) return note({ code, animal, words: t('animalGroups.reading.already') })
    const undo = await join(animal)
    moved.current.set(animal.id, group.id)
    note({
      ...{ code, animal, words: t('animalGroups.reading.added') },
      undo: () => undo().then(() => moved.current.set(animal.id, from)),
    })
  }

  /** As an event of its history; what is returned strikes it out again. */
  async function join({ id, name }: Animal): Promise<() => Promise<unknown>> {
    const { createOrQueue } = await import('../lib/offline/createOrQueue.ts')
    const details = { type: 'join_group' } as const
    const made = await createOrQueue<{ id: number }>({
      ...{ kind: 'animalEvent', title: name, isBehind: isEventOf({ type: 'animal', id }) },
      input: {
        id,
        owner: 'animal',
        day: format.dayOf(Date.now()),
        state: 'done',
        joined_group_id: group.id,
        details,
      } as never,
      create: ({ owner: _, ...input }: EventEntry['input'], options) => api.animalEvents.create(input, options),
    })
    refresh()
    return isQueued(made) ? () => useQueue.remove(made) : () => api.animalEvents.remove({ id: made.id })
  }

  const refresh = () => {
    for (const queryKey of keysAfterEvent) void queries.invalidateQueries({ queryKey })
  }
  const read = (code: string) => {
    last.current = last.current.then(() => put(code)).catch(error => note({ code, words: errorText(error, t) }))
  }
  async function takeBack({ key, undo }: Read) {
    setReads(all => all.map(({ undo, ...one }) => (one.key === key ? one : { ...one, ...(undo && { undo }) })))
    const words = await (undo?.() ?? Promise.resolve()).then(
      () => t('animalGroups.reading.takenBack'),
      error => errorText(error, t),
    )
    setReads(all => all.map(one => (one.key === key ? { ...one, words } : one)))
    refresh()
  }
  const count = reads.filter(({ undo }) => undo).length
  const [latest] = reads
  return (
    <SideSheet title={t('animalGroups.reading.title', { name: group.name })} onClosed={onClosed}>
      {() => (
        <div className={styles.sheet}>
          <ReadField
            label={t('animalGroups.reading.field')}
            onRead={read}
            goesOn={<p className={styles.latest}>{latest && <Said read={latest} />}</p>}
          />
          <p className={styles.count} role="status">
            {t('animalGroups.reading.count', { count })}
          </p>
          <ul className={styles.readAnimalsList}>
            {reads.map(one => (
              <li key={one.key} className={styles.read}>
                <Said read={one} />
                {one.undo && (
                  <Button variant="default" size="compact-md" onClick={() => void takeBack(one)}>
                    {t('common.undo')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </SideSheet>
  )
}

function Said({ read: { animal, code, words } }: { read: Read }) {
  return (
    <span className={styles.said}>
      <bdi className={styles.name}>{animal?.name ?? code}</bdi> {words}
    </span>
  )
}
