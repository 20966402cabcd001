/** What the form of an entry holds, and what is sent of it. */
import { localDay } from '#shared/lib/localTime.ts'
import type { VehicleEntry } from '#shared/vehicle-log/contract.ts'
import type { LogKind } from '#shared/vehicle-log/rules.ts'
import type { EntryDraft } from './entryHandler.ts'

export type EntryValues = Required<
  Omit<EntryDraft, 'uuid' | 'vehicle_id' | 'revision' | 'is_struck_out' | 'maintenance_plan_id'>
> & {
  /** As a list of choices has it. */
  maintenance_plan_id: string | null
}

/** The day that it is here. */
export const today = () => localDay(Date.now(), undefined)

/** The values of an entry, or of a new one of a kind. */
export const valuesOf = (row: VehicleEntry | Partial<EntryDraft> | undefined, kind: LogKind): EntryValues => ({
  kind: row?.kind ?? kind,
  day: row?.day ?? today(),
  until: row?.until ?? null,
  kilometres: row?.kilometres ?? null,
  hours: row?.hours ?? null,
  reason: row?.reason ?? null,
  driver_id: row?.driver_id ?? null,
  work: row?.work ?? (kind === 'cleaning' ? 'cleaned_and_disinfected' : null),
  product: row?.product ?? null,
  location_id: row?.location_id ?? null,
  place: row?.place ?? null,
  maintenance_plan_id: row?.maintenance_plan_id ? String(row.maintenance_plan_id) : null,
  note: row?.note ?? null,
})

export const draftOf = (
  { maintenance_plan_id, ...values }: EntryValues,
  of: Pick<EntryDraft, 'uuid' | 'vehicle_id' | 'revision'>,
): EntryDraft => ({
  ...of,
  ...values,
  maintenance_plan_id: maintenance_plan_id === null ? null : Number(maintenance_plan_id),
})
