import { Button, FileButton, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPicture } from '#shared/locations/contract.ts'
import { api } from '../api.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Locations.module.css'

type Props = { picture: MapPicture | undefined; onClosed: () => void }

type Values = { file_uuid: string; path: string; description: string; first: string; last: string }

const valuesOf = (picture: MapPicture | undefined): Values => ({
  file_uuid: picture?.file_uuid ?? '',
  path: picture?.path ?? '',
  description: picture?.description ?? '',
  first: picture ? `${picture.north}, ${picture.west}` : '',
  last: picture ? `${picture.south}, ${picture.east}` : '',
})

/** Sets the picture that lies below the locations of a map: what it shows, and the degrees at two of its corners. */
export function MapPictureSheet({ picture, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { form, wasRestored, restart } = useDraftForm('map_picture', valuesOf(picture))
  const values = form.watch()
  const { file_uuid, path, description, first, last } = values
  const isChanged = Object.entries(valuesOf(picture)).some(([field, value]) => values[field as keyof Values] !== value)
  const [isTried, setTried] = useState(false)
  const [from, to] = [cornerOf(first), cornerOf(last)]
  const isTurned = from && to && (from.latitude <= to.latitude || from.longitude >= to.longitude)
  const isReady = Boolean(file_uuid && description.trim() && from && to && !isTurned)
  // Sent when it is chosen, so that a reload keeps it as it keeps the words.
  const sending = useMutation({
    mutationFn: sendPicture,
    onSuccess: sent => {
      form.setValue('file_uuid', sent.uuid)
      form.setValue('path', sent.path)
    },
    // The sheet shows it.
    onError: () => undefined,
  })
  const saving = useMutation({
    mutationFn: async () => {
      if (!from || !to) throw new Error('The corners are checked before.')
      return api.mapPicture.set({
        ...{ file_uuid, description: description.trim() },
        ...{ north: from.latitude, west: from.longitude, south: to.latitude, east: to.longitude },
      })
    },
    onSuccess: () => {
      restart()
      tellDone(t('locations.picture.saved'))
    },
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.mapPicture.key }),
  })
  const removing = useMutation({
    mutationFn: () => api.mapPicture.remove({}),
    onSuccess: () => {
      restart()
      tellDone(t('locations.picture.removed'))
    },
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.mapPicture.key }),
  })
  const error = sending.error ?? saving.error ?? removing.error
  const corner = (isGood: boolean) => isTried && !isGood && t('locations.picture.badCorner')
  return (
    <SideSheet
      title={t('locations.picture.title')}
      onClosed={onClosed}
      hasUnsaved={isChanged || sending.isPending}
      onDiscard={() => restart()}
    >
      {(_, leave) => {
        const save = () => {
          setTried(true)
          if (isReady) saving.mutate(undefined, { onSuccess: leave })
        }
        return (
          <form
            className={styles.picture}
            noValidate
            onSubmit={event => {
              event.preventDefault()
              save()
            }}
          >
            {wasRestored && (
              <Notice kind="info">
                {t('common.restored')}{' '}
                <Button variant="transparent" size="compact-sm" onClick={() => restart()}>
                  {t('common.startOver')}
                </Button>
              </Notice>
            )}
            <p className={styles.quiet}>{t('locations.picture.text')}</p>
            {error && (
              <Notice kind="stop">
                <ProblemText error={error} />
              </Notice>
            )}
            {path && (
              <img
                className={styles.preview}
                src={`/storage/${path}`}
                alt={description || t('locations.picture.title')}
              />
            )}
            <FileButton accept="image/*" onChange={chosen => chosen && sending.mutate(chosen)}>
              {props => (
                <Button {...props} variant="default" leftSection={<IconPhoto size={20} />} loading={sending.isPending}>
                  {t(path ? 'locations.picture.another' : 'locations.picture.choose')}
                </Button>
              )}
            </FileButton>
            {isTried && !file_uuid && <p className={styles.error}>{t('locations.picture.missing')}</p>}
            <TextInput
              label={t('locations.picture.description')}
              description={t('locations.picture.descriptionHelp')}
              required
              maxLength={300}
              value={description}
              error={isTried && !description.trim() && t('problem.field.required')}
              onChange={event => form.setValue('description', event.currentTarget.value)}
            />
            <TextInput
              label={t('locations.picture.first')}
              description={t('locations.picture.cornerHelp')}
              required
              dir="ltr"
              value={first}
              error={corner(from !== undefined)}
              onChange={event => form.setValue('first', event.currentTarget.value)}
            />
            <TextInput
              label={t('locations.picture.last')}
              required
              dir="ltr"
              value={last}
              error={corner(to !== undefined) || (isTried && isTurned && t('locations.picture.turned'))}
              onChange={event => form.setValue('last', event.currentTarget.value)}
            />
            {picture && (
              <ConfirmButton
                question={t('locations.picture.removeQuestion')}
                confirmText={t('locations.picture.remove')}
                onConfirm={() => removing.mutate(undefined, { onSuccess: leave })}
              >
                {t('locations.picture.remove')}
              </ConfirmButton>
            )}
            <SheetFooter>
              {picture && file_uuid !== picture.file_uuid && isReady ? (
                <ConfirmButton
                  question={t('locations.picture.replaceQuestion')}
                  confirmText={t('common.save')}
                  onConfirm={save}
                  buttonProps={{ variant: 'filled', loading: saving.isPending }}
                >
                  {t('common.save')}
                </ConfirmButton>
              ) : (
                <Button type="submit" loading={saving.isPending} disabled={sending.isPending}>
                  {t('common.save')}
                </Button>
              )}
            </SheetFooter>
          </form>
        )
      }}
    </SideSheet>
  )
}

/** Draws it again first: photos from drones are larger than the server takes. */
async function sendPicture(file: File) {
  const { drawPicture } = await import('../lib/drawPicture.ts')
  const drawn = await drawPicture(file, { maxEdge: 4096, keepsPng: true }).catch(() => file)
  return api.files.create({}, { files: { file: new File([drawn], file.name, { type: drawn.type }) } })
}

/** Reads latitude and longitude as map apps write them: `47.5031, 19.0402`, and with decimal commas. */
export function cornerOf(text: string): { latitude: number; longitude: number } | undefined {
  const words = text.trim().split(/;\s*|,\s+|\s+/)
  const parts = words.length === 1 ? text.trim().split(',') : words
  if (parts.length !== 2 || !parts.every(part => /^[-+]?\d{1,3}(?:[.,]\d+)?$/.test(part))) return undefined
  const [latitude = 0, longitude = 0] = parts.map(part => Number(part.replace(',', '.')))
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
