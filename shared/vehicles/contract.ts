import { z } from 'zod'
import { Kind } from '../certificates/contract.ts'
import { Id, LongText, Name } from '../lib/fields.ts'
import { normalizedIdentifier } from '../lib/folding.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { maxDecks, vehicleTypes } from './rules.ts'

/** Plate as painted on the vehicle. Spaces and hyphens make no difference, so it needs other characters too. */
const Plate = z
  .string()
  .overwrite(normalizedIdentifier)
  .max(30)
  .regex(/[\p{L}\p{N}]/u)

const Metres = z.number().positive().max(50)
const Deck = z.object({ length: Metres, width: Metres, height: Metres.nullish() }).meta({ id: 'Deck' })

export const VehicleDraft = z
  .object({
    name: Name,
    type: z.enum(vehicleTypes).meta({ id: 'VehicleType' }),
    /** Unique in the company. A machine may have none. */
    plate: Plate.nullish(),
    /** Square metres for animals on all decks together. */
    floor_area: z.number().positive().max(1_000).nullish(),
    vin: z.string().overwrite(normalizedIdentifier).min(1).max(30).nullish(),
    make: z.string().trim().min(1).max(100).nullish(),
    model: z.string().trim().min(1).max(100).nullish(),
    model_year: z.int().min(1900).max(2200).nullish(),
    /** Inner length, width and height of each deck in metres, from below. */
    decks: z.array(Deck).min(1).max(maxDecks).nullish(),
    notes: LongText.nullish(),
  })
  .meta({ id: 'VehicleDraft' })

export const Vehicle = VehicleDraft.required()
  .extend(SubjectFields.shape)
  .extend({
    /** Certificates that expired: the vehicle is at stop until they are renewed. */
    ended_papers: z.array(Kind),
    /** For the platform's administrators, who see all companies; null for everybody else. */
    company_name: z.string().nullable(),
  })
  .meta({ id: 'Vehicle' })
export type Vehicle = z.infer<typeof Vehicle>

const calls = subjectEndpoints('/vehicle', 'Vehicle', Vehicle, VehicleDraft, ['type'])

export const vehicles = {
  ...calls,
  list: { ...calls.list, input: calls.list.input.extend({ company_id: Id.optional() }) },
}
