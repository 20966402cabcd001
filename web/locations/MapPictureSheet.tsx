import { Button, FileButton, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPicture } from '#shared/locations/contract.ts'
import { api } from '../api.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Locations.module.css'

type Props = { picture: MapPicture | undefined; onClosed: () => void }

/** Sets the picture that lies below the locations of a map: what it shows, and the degrees at two of its corners. */
export function MapPictureSheet({ picture, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const [description, setDescription] = useState(picture?.description ?? '')
  const [first, setFirst] = useState(picture ? `${picture.north}, ${picture.west}` : '')
  const [last, setLast] = useState(picture ? `${picture.south}, ${picture.east}` : '')
  const [isTried, setTried] = useState(false)
  const shown = usePreview(file) ?? (picture && `/storage/${picture.path}`)
  const [from, to] = [cornerOf(first), cornerOf(last)]
  const isTurned = from && to && (from.latitude <= to.latitude || from.longitude >= to.longitude)
  const isReady = Boolean(shown && description.trim() && from && to && !isTurned)
  const saving = useMutation({
    mutationFn: async () => {
      if (!from || !to) throw new Error('The corners are checked before.')
      return api.mapPicture.set({
        file_uuid: file ? await sendPicture(file) : (picture?.file_uuid ?? ''),
        description: description.trim(),
        ...{ north: from.latitude, west: from.longitude, south: to.latitude, east: to.longitude },
      })
    },
    onSuccess: () => void tellDone(t('locations.picture.saved')),
    // The sheet shows it.
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.mapPicture.key }),
  })
  const removing = useMutation({
    mutationFn: () => api.mapPicture.remove({}),
    onSuccess: () => void tellDone(t('locations.picture.removed')),
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.mapPicture.key }),
  })
  const error = saving.error ?? removing.error
  const corner = (isGood: boolean) => isTried && !isGood && t('locations.picture.badCorner')
  return (
    <SideSheet
      title={t('locations.picture.title')}
      onClosed={onClosed}
      hasUnsaved={
        file !== undefined ||
        description !== (picture?.description ?? '') ||
        first !== (picture ? `${picture.north}, ${picture.west}` : '') ||
        last !== (picture ? `${picture.south}, ${picture.east}` : '')
      }
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
            <p className={styles.quiet}>{t('locations.picture.text')}</p>
            {error && (
              <Notice kind="stop">
                <ProblemText error={error} />
              </Notice>
            )}
            {shown && <img className={styles.preview} src={shown} alt={description || t('locations.picture.title')} />}
            <FileButton accept="image/*" onChange={chosen => chosen && setFile(chosen)}>
              {props => (
                <Button {...props} variant="default" leftSection={<IconPhoto size={20} />}>
                  {t(shown ? 'locations.picture.another' : 'locations.picture.choose')}
                </Button>
              )}
            </FileButton>
            {isTried && !shown && <p className={styles.error}>{t('locations.picture.missing')}</p>}
            <TextInput
              label={t('locations.picture.description')}
              description={t('locations.picture.descriptionHelp')}
              required
              maxLength={300}
              value={description}
              error={isTried && !description.trim() && t('problem.field.required')}
              onChange={event => setDescription(event.currentTarget.value)}
            />
            <TextInput
              label={t('locations.picture.first')}
              description={t('locations.picture.cornerHelp')}
              required
              dir="ltr"
              value={first}
              error={corner(from !== undefined)}
              onChange={event => setFirst(event.currentTarget.value)}
            />
            <TextInput
              label={t('locations.picture.last')}
              required
              dir="ltr"
              value={last}
              error={corner(to !== undefined) || (isTried && isTurned && t('locations.picture.turned'))}
              onChange={event => setLast(event.currentTarget.value)}
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
              {picture && file && isReady ? (
                <ConfirmButton
                  question={t('locations.picture.replaceQuestion')}
                  confirmText={t('common.save')}
                  onConfirm={save}
                  buttonProps={{ variant: 'filled', loading: saving.isPending }}
                >
                  {t('common.save')}
                </ConfirmButton>
              ) : (
                <Button type="submit" loading={saving.isPending}>
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
async function sendPicture(file: File): Promise<string> {
  const { drawPicture } = await import('../lib/drawPicture.ts')
  const drawn = await drawPicture(file, { maxEdge: 4096, keepsPng: true }).catch(() => file)
  const { uuid } = await api.files.create({}, { files: { file: new File([drawn], file.name, { type: drawn.type }) } })
  return uuid
}

/** An address of a chosen file, as long as it is shown. */
function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** Reads latitude and longitude as map apps write them: `47.5031, 19.0402`, and with decimal commas. */
export function cornerOf(text: string): { latitude: number; longitude: number } | undefined {
  const words = text.trim().split(/;\s*|,\s+|\s+/)
  const parts = words.length === 1 ? text.trim().split(',') : words
  if (parts.length !== 2 || !parts.every(part => /^[-+]?\d{1,3}(?:[.,]\d+)?$/.test(part))) return undefined
  const [latitude = 0, longitude = 0] = parts.map(part => Number(part.replace(',', '.')))
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
