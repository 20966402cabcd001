import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { maxPhotos } from '#shared/animals/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { newKey } from '../lib/attemptKey.ts'
import { RequestError } from '../lib/requestError.ts'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { tellUndo } from '../ui/toast.tsx'
import styles from './Animals.module.css'

const maxRounds = 3

/** Photos of an animal; lists show the first. */
export function AnimalPhotos({ animal }: { animal: Animal }) {
  const { t } = useTranslation()
  const id = useId()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const mayChange = useAbility()('update', 'Animal', animal) && animal.archived_at === null
  const uuids = animal.photos.map(({ uuid }) => uuid)
  const read = () => queries.invalidateQueries({ queryKey: api.animals.key })
  /**
   * Changes the photos as they are now, here and on other devices: what was removed while a picture was sent stays
   * removed.
   */
  const change = async (to: (now: string[]) => string[]) => {
    for (let round = 1; ; round++) {
      const { photos, revision } = await api.animals.get({ id: animal.id })
      const photo_uuids = to(photos.map(({ uuid }) => uuid))
      try {
        return await api.animals.update({ id: animal.id, revision, photo_uuids })
      } catch (error) {
        const isStale = error instanceof RequestError && error.code === 'stale_revision'
        if (!isStale || round === maxRounds) throw error
      }
    }
  }
  const adding = useMutation({
    mutationFn: async (chosen: File[]) => {
      const { drawPicture } = await import('../lib/drawPicture.ts')
      const added: string[] = []
      for (const file of chosen.slice(0, maxPhotos - uuids.length)) {
        const uuid = newKey()
        const picture = await drawPicture(file).catch(() => file)
        const sent = new File([picture], file.name.replace(/\.[^.]*$/, '.jpg'), { type: picture.type })
        await api.files.create({ uuid, has_preview: true }, { files: { file: sent } })
        added.push(uuid)
      }
      await change(now => [...now, ...added])
    },
    onSettled: read,
  })
  const returning = useMutation({
    mutationFn: ({ uuid, index }: { uuid: string; index: number }) =>
      change(now => (now.includes(uuid) ? now : now.toSpliced(index, 0, uuid))),
    onSettled: read,
  })
  const removing = useMutation({
    mutationFn: (gone: string) => change(now => now.filter(uuid => uuid !== gone)),
    onSuccess: (_, uuid) => {
      const index = uuids.indexOf(uuid)
      void tellUndo(t('filling.photoRemoved'), t('common.undo'), () => returning.mutate({ uuid, index }))
    },
    onSettled: read,
  })
  if (uuids.length === 0 && !mayChange) return null
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {t('animals.photos')}
      </h2>
      <ul className={styles.list}>
        {animal.photos.map(({ uuid, path }, index) => (
          <li key={uuid} className={styles.photo}>
            <PhotoThumb
              src={`/storage/${path}`}
              alt={t('submissions.photoOf', { number: String(index + 1), question: animal.name })}
              size={96}
            />
            {mayChange && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                loading={removing.isPending && removing.variables === uuid}
                onClick={() => removing.mutate(uuid)}
              >
                {t('filling.removePhoto', { number: String(index + 1) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && uuids.length < maxPhotos && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            hidden
            aria-label={t('animals.addPhoto')}
            onChange={event => {
              const chosen = [...(event.currentTarget.files ?? [])]
              event.currentTarget.value = ''
              if (chosen.length > 0) adding.mutate(chosen)
            }}
          />
          <Button
            variant="default"
            size="sm"
            leftSection={<IconCamera size={18} />}
            loading={adding.isPending}
            onClick={() => input.current?.click()}
          >
            {t('animals.addPhoto')}
          </Button>
        </>
      )}
    </section>
  )
}
