import { Button, FileButton, Group } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail, FormPicture } from '#shared/forms/contract.ts'
import type { Picture } from '#shared/forms/elementFields.ts'
import { api } from '../../../api.ts'
import { newKey } from '../../../lib/attemptKey.ts'
import { errorText } from '../../../lib/errorText.ts'
import { PhotoThumb } from '../../../ui/PhotoThumb.tsx'
import { WordsField } from './fields.tsx'
import styles from './Properties.module.css'

type Props = {
  /** Names what the picture belongs to, for those who listen. */
  label: string
  field: string
  picture: Picture | undefined
  error: string | undefined
  onChange: (picture: Picture | undefined, field?: string) => void
}

/**
 * A picture of an element or a choice, with words for those who do not see it. One that was imported by name waits for
 * its file.
 */
export function PictureField({ label, field, picture, error, onChange }: Props) {
  const { t } = useTranslation()
  const { pathOf, add } = usePictures()
  const uploading = useMutation({
    mutationFn: (file: File) => api.forms.addPicture({ uuid: newKey() }, { files: { file } }),
    onSuccess(stored: FormPicture) {
      add(stored)
      onChange({
        name: stored.name,
        uuid: stored.uuid,
        ...(picture?.description && { description: picture.description }),
      })
    },
    // Said in place, below.
    onError: () => undefined,
  })
  const action = t(picture?.uuid ? 'formProperties.changePicture' : 'formProperties.addPicture')
  const path = picture?.uuid && pathOf(picture.uuid)
  return (
    <div className={styles.items} data-field={field}>
      <Group gap="xs">
        {path && <PhotoThumb src={`/storage/${path}`} alt={picture?.name ?? ''} />}
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={file => file && uploading.mutate(file)}>
          {props => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              leftSection={<IconPhotoPlus size={18} />}
              loading={uploading.isPending}
              aria-label={t('formProperties.pictureOf', { action, name: label })}
            >
              {action}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTrash size={18} />}
            onClick={() => onChange(undefined)}
          >
            {t('formProperties.removePicture')}
          </Button>
        )}
      </Group>
      {picture && !picture.uuid && (
        <p className={styles.help}>{t('formProperties.pictureWaits', { name: picture.name })}</p>
      )}
      {uploading.isError && <p className={styles.problem}>{errorText(uploading.error, t)}</p>}
      {picture && (
        <WordsField
          label={t('formProperties.pictureWords')}
          field={`${field}.description`}
          text={picture.description}
          error={error}
          onChange={description =>
            onChange(
              {
                name: picture.name,
                ...(picture.uuid && { uuid: picture.uuid }),
                ...(description && { description }),
              },
              `${field}.description`,
            )
          }
        />
      )}
    </div>
  )
}

/** The form whose pictures are shown. */
export const PicturesContext = createContext<FormDetail | null>(null)

/** Where the files of the form's pictures are, those that were just added among them. */
function usePictures() {
  const form = useContext(PicturesContext)
  const queries = useQueryClient()
  if (!form) throw new Error('No form is shown here')
  const { queryKey } = api.forms.get.query({ id: form.id })
  return {
    pathOf: (uuid: string) => form.pictures.find(picture => picture.uuid === uuid)?.path,
    add: (picture: FormPicture) =>
      queries.setQueryData<FormDetail>(
        queryKey,
        before => before && { ...before, pictures: [...before.pictures, picture] },
      ),
  }
}
