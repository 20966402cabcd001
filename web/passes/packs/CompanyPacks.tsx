import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PassPack } from '#shared/passes/packs.ts'
import { administration } from '../../administrationApi.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { betweenLooks, isUnderWay, PackList } from './PackList.tsx'

/** The packs of a pass for managers, also after its end. */
export function CompanyPacks({ id }: { id: number }) {
  const queries = useQueryClient()
  const { data: packs = [], error } = useQuery({
    ...administration.passPacks.list.query({ id }),
    refetchInterval: query => (query.state.data?.some(isUnderWay) ? betweenLooks : false),
  })
  const beginning = useMutation({
    mutationFn: () => administration.passPacks.begin({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.passPacks.key }),
  })
  return (
    <PackList
      packs={packs}
      error={beginning.error ?? error}
      isBeginning={beginning.isPending}
      onBegin={() => beginning.mutate()}
      download={pack => <Download passId={id} pack={pack} />}
    />
  )
}

function Download({ passId, pack }: { passId: number; pack: PassPack }) {
  const { t } = useTranslation()
  const fetching = useMutation({
    mutationFn: () => administration.passPacks.fetch({ id: passId, pack_id: pack.id }),
    onSuccess: content => saveFile(content, `audit-pass-${passId}-${pack.id} ${pack.created_at.slice(0, 10)}.zip`),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {t('passes.pack.download')}
    </Button>
  )
}
