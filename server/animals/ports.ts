import { DomainEvent } from '../lib/ports.ts'

/** Events of animals and groups were recorded, changed, voided or restored. */
export const animalEventsChanged = new DomainEvent<{ companyId: number; ids: number[] }>('animal.event')
