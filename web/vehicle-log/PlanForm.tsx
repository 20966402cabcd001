import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MaintenancePlan, VehicleUse } from '#shared/vehicle-log/contract.ts'
import { api } from '../api.ts'
import { useUser } from '../lib/session/session.ts'
import { peopleOf } from '../members/queries.ts'
import { DayField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { tellUndo } from '../ui/toast.tsx'
import { today } from './entryFields.ts'

const valuesOf = (row: MaintenancePlan | undefined) => ({
  name: row?.name ?? '',
  every_kilometres: row?.every_kilometres ?? null,
  every_hours: row?.every_hours ?? null,
  every_months: row?.every_months ?? null,
  since_day: row?.since_day ?? today(),
  responsible_id: row?.responsible_id ?? null,
})

type Props = { vehicleId: number; plan?: MaintenancePlan | undefined; onClosed: () => void }

/** Plans what is to be done to a vehicle again and again, or changes such a plan. */
export function PlanForm({ vehicleId, plan, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const people = peopleOf(useUser()?.company_id ?? 0)
  const read = () => queries.invalidateQueries({ queryKey: api.vehicleLog.key })
  /** The plan as it is among all of the vehicle. */
  const found = ({ plans }: VehicleUse, values: ReturnType<typeof valuesOf>) =>
    (plans.find(({ id }) => id === plan?.id) ??
      plans.find(({ name }) => name === values.name) ??
      plans[0]) as MaintenancePlan
  const rowForm = useRowForm({
    name: `maintenance_plan_of_${vehicleId}`,
    row: plan,
    valuesOf,
    save: async (values, base) =>
      found(
        await api.vehicleLog.plan({
          ...values,
          vehicle_id: vehicleId,
          ...(base && { maintenance_plan_id: base.id, revision: base.revision }),
        }),
        values,
      ),
    onSaved() {
      void read()
      onClosed()
    },
  })
  const putting = useMutation({
    mutationFn: ({ is_put_away, revision }: { is_put_away: boolean; revision: number }) =>
      api.vehicleLog.plan({
        ...valuesOf(plan),
        ...{ vehicle_id: vehicleId, maintenance_plan_id: plan?.id ?? 0, revision, is_put_away },
      }),
    onSuccess: (_, { is_put_away, revision }) => {
      void read()
      if (!is_put_away) return
      tellUndo(t('vehicleLog.putAwayDone'), t('common.undo'), () =>
        putting.mutate({ is_put_away: false, revision: revision + 1 }),
      )
      onClosed()
    },
  })
  const { form } = rowForm
  return (
    <RowFormSheet
      title={plan ? t('vehicleLog.editPlan') : t('vehicleLog.addPlan')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('vehicleLog.planName') },
        { name: 'every_kilometres', label: t('vehicleLog.everyKilometres') },
        { name: 'every_hours', label: t('vehicleLog.everyHours') },
        { name: 'every_months', label: t('vehicleLog.everyMonths') },
        { name: 'since_day', label: t('vehicleLog.sinceWhen') },
      ]}
    >
      <TextField form={form} name="name" label={t('vehicleLog.planName')} required maxLength={200} />
      <NumberField
        form={form}
        name="every_kilometres"
        label={t('vehicleLog.everyKilometres')}
        min={1}
        allowDecimal={false}
      />
      <NumberField form={form} name="every_hours" label={t('vehicleLog.everyHours')} min={1} allowDecimal={false} />
      <NumberField
        form={form}
        name="every_months"
        label={t('vehicleLog.everyMonths')}
        min={1}
        max={240}
        allowDecimal={false}
      />
      <DayField form={form} name="since_day" label={t('vehicleLog.sinceWhen')} required />
      <RowField form={form} name="responsible_id" label={t('vehicleLog.responsible')} from={people} />
      {plan && (
        <Button
          variant="subtle"
          color="gray"
          loading={putting.isPending}
          onClick={() => putting.mutate({ is_put_away: true, revision: plan.revision })}
        >
          {t('vehicleLog.putAway')}
        </Button>
      )}
    </RowFormSheet>
  )
}
