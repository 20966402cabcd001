import { Button } from '@mantine/core'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Can } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { ArchivedNotice } from '../ui/ArchivedNotice.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/PageSkeleton.tsx'
import { RowName } from '../ui/RowName.tsx'
import { useArchive } from '../ui/useArchive.ts'

const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))

/** One place. */
export function LocationPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/locations/$id' })
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(api.locations.get.query({ id: Number(id) }))
  const location = query.data
  const { archive, restore } = useArchive('locations', api.locations, '/locations')

  if (query.error) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!location) return <PageSkeleton />
  return (
    <>
      <PageHeader
        title={location.name}
        back={{ to: '/locations', text: t('locations.title') }}
        actions={
          !location.archived_at && (
            <>
              <Can I="delete" a="Location" row={location}>
                <Button variant="default" leftSection={<IconArchive size={20} />} onClick={() => archive(location)}>
                  {t('common.archive')}
                </Button>
              </Can>
              <Can I="update" a="Location" row={location}>
                <Button leftSection={<IconPencil size={20} />} onClick={() => setEditing(true)}>
                  {t('common.edit')}
                </Button>
              </Can>
            </>
          )
        }
      />
      {location.archived_at && (
        <ArchivedNotice at={location.archived_at}>
          <Can I="delete" a="Location" row={location}>
            <Button variant="default" size="sm" onClick={() => restore(location)}>
              {t('common.restore')}
            </Button>
          </Can>
        </ArchivedNotice>
      )}
      <FieldList
        fields={[
          { label: t('locations.type'), value: t(`locations.types.${location.type}`) },
          {
            label: t('locations.partOf'),
            value: location.parent_id && (
              <RowName id={location.parent_id} get={api.locations.get} href={`/locations/${location.parent_id}`} />
            ),
          },
          { label: t('locations.notes'), value: location.notes },
          { label: t('common.updatedAt'), value: <LocalTime value={location.updated_at} /> },
        ]}
      />
      {isEditing && <LocationForm location={location} onClosed={() => setEditing(false)} />}
    </>
  )
}
