import { Button, Group } from '@mantine/core'
import { IconDownload, IconEye, IconRefresh, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pass, PassLogEntry } from '#shared/passes/contract.ts'
import { logWords } from '#shared/passes/logWords.ts'
import type { PassPack } from '#shared/passes/packs.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { CopyLink } from '../ui/CopyLink.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyParts } from '../ui/lazyPart.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { useList } from '../ui/list/useList.ts'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { EvidenceRequests } from './EvidenceRequests.tsx'
import { betweenLooks, isUnderWay, PackList } from './packs/PackList.tsx'
import { stateOfPass } from './passDays.ts'
import { WrittenInPass } from './WrittenInPass.tsx'

const sheets = lazyParts(() => import('./PassSheets.tsx'))
const NewPassSheet = sheets(file => file.NewPassSheet)
const PassTemplateSheet = sheets(file => file.PassTemplateSheet)

/** /company/passes/{id}: a pass, its address, and everything that was done by it. */
export function PassPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/company/passes/$id' })
  const { data: pass, error, refetch } = useQuery(administration.passes.get.query({ id: Number(id) }))
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!pass) return <PageSkeleton />
  return (
    <Fragment key={pass.id}>
      <PageHeader title={pass.holder_name} back={{ to: '/company/passes', text: t('passes.title') }} />
      <Summary pass={pass} />
      <Again pass={pass} />
      <WrittenInPass id={pass.id} />
      <EvidenceRequests passId={pass.id} />
      {stateOfPass(pass) !== 'coming' && <CompanyPacks id={pass.id} />}
      <PassLog id={pass.id} />
    </Fragment>
  )
}

function Summary({ pass }: { pass: Pass }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const state = stateOfPass(pass)
  const revoking = useMutation({
    mutationFn: () => administration.passes.revoke({ id: pass.id }),
    onSuccess: () => tellDone(t('passes.revoked')),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.passes.key }),
  })
  const previewing = useMutation({
    mutationFn: () => administration.passes.preview({ id: pass.id }),
    onSuccess: ({ address }) => window.open(address, '_blank', 'noopener'),
  })
  const failure = revoking.error ?? previewing.error
  const isOver = state === 'revoked' || state === 'ended'
  return (
    <>
      {failure && (
        <Notice kind="stop">
          <ProblemText error={failure} />
        </Notice>
      )}
      <FieldList
        fields={[
          { label: t('passes.state'), value: t(`passes.states.${state}`) },
          { label: t('passes.office'), value: pass.holder_office && <bdi>{pass.holder_office}</bdi> },
          { label: t('passes.email'), value: pass.holder_email && <bdi dir="ltr">{pass.holder_email}</bdi> },
          { label: t('passes.startDay'), value: <LocalTime value={pass.starts_at} /> },
          { label: t('passes.visit.until'), value: <LocalTime value={pass.ends_at} /> },
          { label: t('passes.pin'), value: pass.has_pin && t('passes.withPin') },
          { label: t('passes.reach'), value: t(pass.reach ? 'members.reachPart' : 'members.reachWhole') },
          { label: t('passes.records'), value: format.list(pass.kinds.map(kind => t(`passes.kinds.${kind}`))) },
          { label: t('passes.period'), value: <Period pass={pass} /> },
          { label: t('passes.names'), value: t(pass.shows_names ? 'passes.namesShown' : 'passes.namesReplaced') },
          {
            label: t('passes.papers'),
            value: t(pass.shows_names || pass.opens_papers ? 'passes.papersOpened' : 'passes.papersClosed'),
          },
          {
            label: t('passes.openedAt'),
            value: pass.opened_at ? <LocalTime value={pass.opened_at} /> : t('passes.neverOpened'),
          },
          {
            label: t('passes.renews'),
            value: pass.renews_id !== null && (
              <PathLink href={`/company/passes/${pass.renews_id}`}>{t('passes.earlier')}</PathLink>
            ),
          },
          { label: t('passes.madeBy'), value: <bdi>{pass.created_by_name ?? '–'}</bdi> },
          ...(isOver ? [] : [{ label: t('passes.link'), value: <bdi dir="ltr">{pass.address}</bdi> }]),
        ]}
      />
      {!isOver && (
        <Group my="lg">
          <CopyLink address={pass.address} label={t('passes.copy')} />
          <Button
            variant="default"
            leftSection={<IconEye size={20} />}
            loading={previewing.isPending}
            onClick={() => previewing.mutate()}
          >
            {t('passes.preview')}
          </Button>
          <ConfirmButton
            question={t('passes.revokeQuestion')}
            confirmText={t('passes.revoke')}
            onConfirm={() => revoking.mutate()}
            buttonProps={{ loading: revoking.isPending }}
          >
            {t('passes.revoke')}
          </ConfirmButton>
        </Group>
      )}
    </>
  )
}

/** What a pass is the beginning of: one that renews it, or a template. */
function Again({ pass }: { pass: Pass }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'renewal' | 'template' | null>(null)
  const close = () => setOpen(null)
  return (
    <Group my="lg">
      <Button variant="default" leftSection={<IconRefresh size={20} />} onClick={() => setOpen('renewal')}>
        {t('passes.renew')}
      </Button>
      <Button variant="default" leftSection={<IconTemplate size={20} />} onClick={() => setOpen('template')}>
        {t('passes.saveAsTemplate')}
      </Button>
      {open === 'renewal' && <NewPassSheet renews={pass} onClosed={close} />}
      {open === 'template' && <PassTemplateSheet pass={pass} onClosed={close} />}
    </Group>
  )
}

function Period({ pass: { first_day: from, last_day: to } }: { pass: Pick<Pass, 'first_day' | 'last_day'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (from && to) return t('passes.periodSaid', { from: format.date(from), to: format.date(to) })
  if (from) return t('passes.since', { date: format.date(from) })
  return to ? t('passes.upTo', { date: format.date(to) }) : t('passes.everything')
}

/** Every view, search and download by a pass, the newest first. */
function PassLog({ id }: { id: number }) {
  const { t } = useTranslation()
  const words = useWords()
  const list = useList(administration.passes.log, { id })
  const columns: Column<PassLogEntry>[] = [
    { key: 'at', title: t('passes.log.when'), cell: ({ at }) => <LocalTime value={at} />, width: '13.5rem' },
    { key: 'what', title: t('passes.log.what'), cell: entry => <bdi>{words(entry)}</bdi> },
  ]
  return (
    <section aria-labelledby="pass-log">
      <h2 id="pass-log">{t('passes.log.title')}</h2>
      <DataTable
        label={t('passes.log.title')}
        list={list}
        columns={columns}
        href={placeOf}
        compact
        empty={<EmptyState drawing={<ClipboardDrawing />} title={t('passes.log.empty')} />}
      />
    </section>
  )
}

/** The record itself, as the manager sees it. */
const placeOf = ({ kind, record_id }: PassLogEntry): string =>
  kind === 'submission' && record_id !== null ? `/submission/view/${record_id}` : '#pass-log'

function useWords() {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (entry: PassLogEntry) => logWords(entry, { t: t as never, number })
}

/** The packs of a pass for managers, also after its end. */
function CompanyPacks({ id }: { id: number }) {
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
