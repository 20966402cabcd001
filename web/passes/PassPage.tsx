import { Button, Group } from '@mantine/core'
import { IconEye, IconRefresh, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pass } from '#shared/passes/contract.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { CopyLink } from '../ui/CopyLink.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyParts } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { EvidenceRequests } from './EvidenceRequests.tsx'
import { PassLog } from './PassLog.tsx'
import { CompanyPacks } from './packs/CompanyPacks.tsx'
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
