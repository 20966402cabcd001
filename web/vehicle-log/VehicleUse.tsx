import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MaintenancePlan } from '#shared/vehicle-log/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import log from '../ui/log/Log.module.css'
import { LogSection, LogWords } from '../ui/log/LogSection.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { PlanForm } from './PlanForm.tsx'

type Props = {
  vehicle: { id: number; company_id: number }
  isArchived: boolean
  /** Writes down that the work of a plan was done. */
  onDone: (plan: MaintenancePlan) => void
}

/** What the meters of a vehicle show, who drives it, when it was cleaned, and what is to be done to it when. */
export function VehicleUse({ vehicle, isArchived, onDone }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const can = useAbility()
  const [edited, setEdited] = useState<MaintenancePlan | 'new'>()
  const { data: use } = useQuery(api.vehicleLog.use.query({ id: vehicle.id }))
  if (!use) return null
  const day = (value: string) => format.day(value, { dateStyle: 'medium' })
  const shown = [
    use.kilometres !== null && t('vehicleLog.km', { value: format.number(use.kilometres) }),
    use.hours !== null && t('vehicleLog.h', { value: format.number(use.hours) }),
  ]
  const mayPlan = !isArchived && can('update', 'Vehicle', vehicle)
  const mayWrite = !isArchived && can('create', 'VehicleEntry')
  return (
    <>
      <LogSection id="vehicle-meters" title={t('vehicleLog.meters')}>
        {use.read_on === null ? (
          <p className={log.quiet}>{t('vehicleLog.noReading')}</p>
        ) : (
          <LogWords words={[...shown, t('vehicleLog.asOf', { day: day(use.read_on) })]} />
        )}
        <p className={log.words}>
          {t('vehicleLog.drives')}
          {t('common.colon')} {use.drivers.length === 0 && t('vehicleLog.nobody')}
          {use.drivers.map(({ id, name, since }, index) => (
            <Fragment key={id}>
              {index > 0 && ' · '}
              <bdi>{name}</bdi> ({t('vehicleLog.sinceDay', { day: day(since) })})
            </Fragment>
          ))}
        </p>
        <LogWords
          words={[
            `${t('vehicleLog.cleanedOn')}${t('common.colon')} ${use.cleaned_on ? day(use.cleaned_on) : t('vehicleLog.never')}`,
          ]}
        />
      </LogSection>
      <LogSection
        id="vehicle-maintenance"
        title={t('vehicleLog.plans')}
        actions={
          mayPlan && (
            <Button variant="default" size="sm" onClick={() => setEdited('new')}>
              {t('vehicleLog.addPlan')}
            </Button>
          )
        }
      >
        {use.plans.length === 0 && <p className={log.quiet}>{t('vehicleLog.noPlans')}</p>}
        <ul className={log.list}>
          {use.plans.map(plan => (
            <li key={plan.id} className={log.entry}>
              <div className={log.line}>
                <strong>
                  <bdi>{plan.name}</bdi>
                </strong>
                {plan.is_due && <StatusBadge status="attention">{t('vehicleLog.isDue')}</StatusBadge>}
                {plan.task_id !== null &&
                  (can('read', 'Task') ? (
                    <PathLink href={`/company/tasks/assignments/${plan.task_id}`}>{t('vehicleLog.hasTask')}</PathLink>
                  ) : (
                    <span className={log.quiet}>{t('vehicleLog.hasTask')}</span>
                  ))}
              </div>
              <LogWords
                words={[
                  plan.due_on && t('vehicleLog.dueOn', { day: day(plan.due_on) }),
                  plan.due_kilometres !== null &&
                    t('vehicleLog.dueAt', { at: t('vehicleLog.km', { value: format.number(plan.due_kilometres) }) }),
                  plan.due_hours !== null &&
                    t('vehicleLog.dueAt', { at: t('vehicleLog.h', { value: format.number(plan.due_hours) }) }),
                  plan.last_done_on && t('vehicleLog.lastDone', { day: day(plan.last_done_on) }),
                  plan.responsible_name,
                ]}
              />
              <div className={log.line}>
                {mayWrite && (
                  <Button variant="default" size="compact-sm" onClick={() => onDone(plan)}>
                    {t('vehicleLog.done')}
                  </Button>
                )}
                {mayPlan && (
                  <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setEdited(plan)}>
                    {t('vehicleLog.editPlan')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </LogSection>
      {edited && (
        <PlanForm
          vehicleId={vehicle.id}
          plan={edited === 'new' ? undefined : edited}
          onClosed={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
