/**
 * Fields of each kind of event beside day, state and note. They follow ICAR's ADE and the records that Regulation (EU)
 * 2019/6, article 108, demands.
 */
import { z } from 'zod'
import { Sex } from '../animals/contract.ts'
import { Day } from '../lib/fields.ts'
import {
  arrivalReasons,
  deathReasons,
  departureReasons,
  disposals,
  type EventType,
  pregnancyResults,
  withheldProducts,
} from './rules.ts'

const Words = z.string().trim().min(1).max(200)

/** Last day of the withdrawal period. Given even where there is none: the day of the treatment itself. */
export const Withdrawal = z.object({ product: z.enum(withheldProducts), until: Day })

const Heads = z.int().min(0).max(1_000_000)
/** Numbers per sex, for a batch or a group. */
const sex = Sex.nullish()
const consignment = { other_holding: Words.nullish(), document: Words.nullish() }
/** Numbers in a consignment. Of a group or batch, this side's is the event's head count. */
const counts = { sent_count: Heads.nullish(), received_count: Heads.nullish() }
const medicine = { medicine: Words, dose: Words.nullish(), batch: Words.nullish(), supplier: Words.nullish() }

/** Discriminated by the kind of the event. */
export const EventDetails = z
  .discriminatedUnion('type', [
    z.object({
      ...{ type: z.literal('arrival'), reason: z.enum(arrivalReasons).nullish(), sex },
      ...{ ...counts, ...consignment },
    }),
    z.object({
      ...{ type: z.literal('departure'), reason: z.enum(departureReasons), sex },
      ...{ ...counts, ...consignment },
    }),
    z.object({ type: z.literal('move') }),
    z.object({ type: z.literal('join_group') }),
    z.object({ type: z.literal('leave_group') }),
    /** Counted animals; the event's head count is their total. */
    z.object({ type: z.literal('count'), by_sex: z.partialRecord(Sex, Heads).optional() }),
    z.object({ type: z.literal('birth'), born_alive: z.int().min(0).max(100), born_dead: z.int().min(0).max(100) }),
    z.object({
      type: z.literal('death'),
      reason: z.enum(deathReasons).nullish(),
      sex,
      disposal: z.enum(disposals).nullish(),
    }),
    z.object({
      type: z.literal('treatment'),
      ...medicine,
      diagnosis: Words.nullish(),
      days: z.int().min(1).max(365).nullish(),
      veterinarian: Words.nullish(),
      withdrawals: z.array(Withdrawal).max(withheldProducts.length).optional(),
    }),
    z.object({ type: z.literal('vaccination'), ...medicine }),
    z.object({ type: z.literal('weight'), kilograms: z.number().positive().max(10_000) }),
    z.object({ type: z.literal('observation') }),
    z.object({ type: z.literal('service'), sire: Words.nullish() }),
    z.object({ type: z.literal('pregnancy_check'), result: z.enum(pregnancyResults) }),
    z.object({ type: z.literal('dry_off') }),
    /** Milk, meat or eggs sold for food, with the amount as free text. */
    z.object({
      ...{ type: z.literal('product_sale'), product: z.enum(withheldProducts), quantity: Words.nullish() },
      ...consignment,
    }),
  ])
  .meta({ id: 'AnimalEventDetails' })
export type EventDetails = z.infer<typeof EventDetails>
export type DetailsOf<Type extends EventType> = Extract<EventDetails, { type: Type }>
