import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceInTree } from '#shared/locations/contract.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { errorText } from '../lib/errorText.ts'
import { useSite } from '../lib/site.ts'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { tellUndo } from '../ui/toast.tsx'
import styles from './Locations.module.css'
import { Branches } from './tree/Branches.tsx'
import { findIn, idsWithin, type TreePlace, treesOf } from './tree/tree.ts'
import { useRowDrag } from './tree/useRowDrag.ts'

/** The places as a tree (`LocationTree`). */
export function LocationTreePage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <LocationTree />
    </Suspense>
  )
}

const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))

type Move = { place: Pick<PlaceInTree, 'id' | 'name' | 'parent_id'>; into: Pick<PlaceInTree, 'id' | 'name'> | null }

/**
 * Locations as a tree: their parts and how full they are. People who may change them move them by dragging or by two
 * presses.
 */
function LocationTree() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(api.placeTree.tree.at(useSite(), {}))
  const trees = useMemo(() => treesOf(data?.places ?? []), [data])
  const [isAdding, setAdding] = useState(false)
  const [taken, setTaken] = useState<TreePlace>()
  const put = ({ place, into }: Move) => api.locations.update({ id: place.id, parent_id: into?.id ?? null })
  const readAgain = () =>
    Promise.all([api.placeTree, api.locations].map(({ key }) => queries.invalidateQueries({ queryKey: key })))
  const moving = useMutation({
    mutationFn: put,
    async onSuccess(_, { place, into }) {
      await readAgain()
      const back = data?.places.find(({ id }) => id === place.parent_id) ?? null
      const told = into ? t('locations.movedInto', { name: place.name, into: into.name }) : t('locations.movedToTop')
      tellUndo(told, t('common.undo'), () => put({ place, into: back }).then(readAgain))
    },
  })
  function move(place: TreePlace, into: TreePlace | null) {
    setTaken(undefined)
    if (place.parent_id !== (into?.id ?? null)) moving.mutate({ place, into })
  }
  const drag = useRowDrag((id, onto) => {
    const [place, into] = [findIn(trees, id), findIn(trees, onto)]
    // Into what lies in it a place does not go.
    if (place && into && !idsWithin(place).includes(onto)) move(place, into)
  })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader
        title={t('locations.tree')}
        back={{ to: '/locations', text: t('locations.title') }}
        actions={
          <Can I="create" a="Location">
            <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t('locations.add')}
            </Button>
          </Can>
        }
      />
      {moving.error && <Notice kind="stop">{errorText(moving.error, t)}</Notice>}
      {data.is_cut && <Notice kind="info">{t('locations.treeCut')}</Notice>}
      {taken && (
        <div className={styles.taken}>
          <Notice kind="info">{t('locations.chooseWhere', { name: taken.name })}</Notice>
          {taken.parent_id !== null && (
            <Button variant="default" size="sm" onClick={() => move(taken, null)}>
              {t('locations.toTop')}
            </Button>
          )}
          <Button variant="subtle" color="gray" size="sm" onClick={() => setTaken(undefined)}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {trees.length === 0 ? (
        <EmptyState drawing={<GateDrawing />} title={t('locations.empty')} text={t('locations.emptyText')} />
      ) : (
        <Branches
          places={trees}
          taken={taken}
          onTake={setTaken}
          onPut={into => taken && move(taken, into)}
          drag={drag}
          isTop
        />
      )}
      {isAdding && <LocationForm onClosed={() => setAdding(false)} />}
    </>
  )
}
