import { Button, Group, Skeleton, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '#shared/companies/plans.ts'
import { api } from '../api.ts'
import { refreshUser } from '../lib/session/session.ts'
import { Confirmation } from '../ui/ConfirmButton.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { usePopover } from '../ui/menu/menuState.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import styles from './CompanyPlans.module.css'
import { OfferForm } from './OfferForm.tsx'
import { usePlanWords } from './PlanState.tsx'

/** Whether plans are sold here, and the price list as admins edit it. */
export function OffersPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [shown, setShown] = useState<Plan | 'new'>()
  const anchor = useRef<HTMLDivElement>(null)
  const { opened, onChange: onAsk } = usePopover()
  const settings = useQuery(api.plans.settings.query())
  const isSelling = settings.data?.is_selling
  const changing = useMutation({
    mutationFn: (is_selling: boolean) => api.plans.changeSettings({ is_selling }),
    onSuccess: () => refreshUser().catch(() => undefined),
    // Said in place, below.
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.plans.key }),
  })
  return (
    <>
      <PageHeader
        title={t('plans.offers')}
        {...(isSelling && {
          actions: (
            <Button leftSection={<IconPlus size={20} />} onClick={() => setShown('new')}>
              {t('plans.addOffer')}
            </Button>
          ),
        })}
      />
      {settings.error && <ErrorState error={settings.error} onRetry={settings.refetch} />}
      {changing.error && (
        <Notice kind="stop">
          <ProblemText error={changing.error} />
        </Notice>
      )}
      {isSelling !== undefined && (
        <div ref={anchor}>
          <Switch
            mb="md"
            label={t('plans.sell')}
            description={isSelling ? t('plans.sellHint') : t('plans.unsold')}
            checked={changing.isPending ? changing.variables : isSelling}
            onChange={event => (event.currentTarget.checked ? changing.mutate(true) : onAsk(true))}
          />
        </div>
      )}
      {opened !== undefined && (
        <Confirmation
          {...{ anchor, opened, onChange: onAsk }}
          name={t('plans.sell')}
          question={t('plans.stopQuestion')}
          confirmText={t('plans.stopSelling')}
          onConfirm={() => changing.mutate(false)}
        />
      )}
      {isSelling && <OfferList onEdit={setShown} />}
      {shown && (
        <OfferForm
          {...(shown !== 'new' && { plan: shown })}
          onClosed={() => setShown(undefined)}
          onSaved={() => queries.invalidateQueries({ queryKey: api.plans.key })}
        />
      )}
    </>
  )
}

function OfferList({ onEdit }: { onEdit: (plan: Plan) => void }) {
  const { t } = useTranslation()
  const words = usePlanWords()
  const queries = useQueryClient()
  const [archived, setArchived] = useState(false)
  const offers = useQuery(api.plans.offers.query({ archived }))
  const onSettled = () => queries.invalidateQueries({ queryKey: api.plans.key })
  const restoring = useMutation({ mutationFn: ({ id }: Plan) => api.plans.restoreOffer({ id }), onSettled })
  const removing = useMutation({
    mutationFn: ({ id }: Plan) => api.plans.removeOffer({ id }),
    onSuccess: (_, plan) => tellUndo(t('plans.offerRemoved'), t('common.undo'), () => restoring.mutate(plan)),
    onSettled,
  })
  return (
    <>
      <Switch
        mb="md"
        label={t('common.archived')}
        checked={archived}
        onChange={event => setArchived(event.currentTarget.checked)}
      />
      {offers.error && <ErrorState error={offers.error} onRetry={offers.refetch} />}
      {offers.isPending && <Skeleton height={160} />}
      {offers.data?.length === 0 && (
        <EmptyState drawing={<ClipboardDrawing />} title={t('plans.noOffers')} text={t('plans.noOffersAdmin')} />
      )}
      {offers.data && offers.data.length > 0 && (
        <ul className={styles.rows}>
          {offers.data.map(plan => (
            <li key={plan.id} className={styles.row}>
              <div className={styles.what}>
                <div className={styles.name}>
                  <ContentText text={plan.name} />
                </div>
                <div className={styles.dimmed}>
                  {Object.entries(plan.prices)
                    .map(([currency, value]) => words.price(value, currency))
                    .join(' · ') || (plan.is_trial ? '' : t('plans.onRequest'))}
                </div>
                <div className={styles.dimmed}>{words.limits(plan.limits).join(' · ')}</div>
              </div>
              {plan.is_trial && <StatusBadge status="info">{t('plans.states.trial')}</StatusBadge>}
              {plan.is_offered ? (
                <StatusBadge status="ok">{t('plans.isOffered')}</StatusBadge>
              ) : (
                <StatusBadge status="attention">{t('plans.notOffered')}</StatusBadge>
              )}
              <Group gap="xs">
                {plan.archived_at ? (
                  <Button size="sm" variant="default" onClick={() => restoring.mutate(plan)}>
                    {t('common.restore')}
                  </Button>
                ) : (
                  <>
                    <Button size="sm" variant="default" onClick={() => onEdit(plan)}>
                      {t('common.edit')}
                    </Button>
                    <Button size="sm" variant="default" onClick={() => removing.mutate(plan)}>
                      {t('common.archive')}
                    </Button>
                  </>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
