/** Entries of a calendar, each once for all of its people. */
import { z } from 'zod'
import { Day, Id, LocalizedText, Time } from '../lib/fields.ts'
import { priorities } from '../lib/taskFields.ts'
import { SubjectRef } from '../subjects/contract.ts'
import { subjectTypes } from '../subjects/registry.ts'
import { taskKinds } from './rules.ts'

/** Bound of days in one calendar. */
export const maxCalendarDays = 400
/** Bound of entries in a response; the earliest are returned. */
export const maxCalendarEntries = 10_000

/** Bound of lines on a day's work sheet, which names the number of the others. */
export const maxSheetRows = 500

const calendarStates = ['coming', 'open', 'overdue', 'done', 'skipped', 'missed'] as const

export const CalendarEntry = z
  .object({
    /** Source of the entry. */
    source: z.literal('task'),
    task_id: Id,
    /** The caller's own occurrence, where they have one. */
    sent_id: Id.nullable(),
    title: z.string(),
    titles: LocalizedText.nullable(),
    kind: z.enum(taskKinds),
    priority: z.enum(priorities),
    starts_at: Time,
    due_at: Time,
    /** Done when everybody did it, or the one who is enough. */
    state: z.enum(calendarStates),
    user_ids: z.array(Id),
    done_count: z.int(),
    subjects: z.array(SubjectRef.extend({ name: z.string() })),
    form_id: Id.nullable(),
    is_series: z.boolean(),
    /** It follows from the rule, and nobody has it yet. */
    is_computed: z.boolean(),
    /** It is the last of its day here, and more of that day come after it. */
    is_cut: z.boolean(),
  })
  .meta({ id: 'CalendarEntry' })
export type CalendarEntry = z.infer<typeof CalendarEntry>

/** The days from and to are those of the company's clock, both included. */
export const CalendarRange = z.object({
  company_id: Id,
  start_date: Day,
  end_date: Day,
  user_id: Id.optional(),
  subject_type: z.enum(subjectTypes).optional(),
  subject_id: Id.optional(),
  kind: z.enum(taskKinds).optional(),
  /** Bound of entries per day; the earliest are returned. */
  per_day: z.int().min(1).max(1000).optional(),
})

/** Bound of the past for which work of people is shown. */
export const boardDays = 28
/** Bound of occurrences that are reassigned at once. */
export const maxGiven = 100

/** Workload of one person. */
export const BoardPerson = z
  .object({
    user_id: Id,
    user_name: z.string(),
    /** Frozen, or gone from the company, with work that is still theirs. */
    is_away: z.boolean(),
    open: z.int(),
    overdue: z.int(),
    /** Share of the tasks that were due in these days and not skipped; null without any. */
    done_percent: z.int().nullable(),
  })
  .meta({ id: 'BoardPerson' })
export type BoardPerson = z.infer<typeof BoardPerson>
