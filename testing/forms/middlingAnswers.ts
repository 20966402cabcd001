/**
 * For tests: a middling set of answers to each template, whose score was worked out by hand from the points in its
 * file. The sum is in the comment above each set.
 */
import type { AnswerValue } from '#shared/forms/answers/answers.ts'

export type Middling = {
  /** The answers that are not the best ones; a repeat has the rows `r1` and `r2`. */
  but: Record<string, AnswerValue>
  points: number
  max: number
  percent: number | null
  band?: 'good' | 'attention' | 'act'
  passed?: boolean
  /** Questions and triggers that open a task, in the order of the form. */
  tasks: string[]
  /** Shares of rows that differ from zero. */
  shares?: Record<string, number>
}

export const middling: Record<string, Middling> = {
  // 3 + 3 + 3 + 2 + 4 = 15; enrichment, hygiene and 40 losses of 20,000 (0.2 %) lose 2 each.
  'broiler-house-visit': {
    but: { enrichment: 'one', hygiene: 'no', lost_today: 40, 'pads@r2': 'large' },
    ...{ points: 9, max: 15, percent: 60, band: 'attention', passed: true },
    tasks: ['hygiene', 'act_on_pads'],
    shares: { share_pads: 50 },
  },
  // A case has no score and no task.
  'confidential-concern': {
    but: { ongoing: 'yes', told: 'yes_nothing' },
    ...{ points: 0, max: 0, percent: null },
    tasks: [],
  },
  // 2 + 3 + 4 + 3 + 3 + 3 + 2 = 20; damp loses 2, feed 3.
  'daily-pen-check': {
    but: { lying_area: 'damp', feed_enough: 'no' },
    ...{ points: 15, max: 20, percent: 75, band: 'attention', passed: true },
    tasks: ['feed_enough'],
  },
  // 4 + 4 + 4 + 4 + 4 + 4 + 4 + 3 + 3 = 34; troughs, days outside and cells lose 2 each.
  'dairy-cow-visit': {
    but: { troughs: 'some_dirty', outdoor_days: 60, cell_count: 250, 'gait@r1': 'lame' },
    ...{ points: 28, max: 34, percent: 82.4, band: 'attention', passed: true },
    tasks: ['act_on_lame'],
    shares: { share_lame: 50 },
  },
  // 4 + 4 + 3 + 3 + 3 + 2 + 4 + 3 + 2 + 2 + 2 = 32; the kit loses 3, the permit and the drill 2 each.
  'fire-first-aid-round': {
    but: { kit: 'gaps', hot_work: 'no', drill: 'no' },
    ...{ points: 25, max: 32, percent: 78.1, band: 'attention', passed: true },
    tasks: ['hot_work', 'drill'],
  },
  // 4 + 3 + 3 + 3 + 2 + 3 + 4 = 22; drinkers, cooling and material lose 2 each; 20 m² for 20 pigs is enough.
  'growing-pig-visit': {
    but: { pigs_per_drinker: 12, cooling: 'no', material: 'wood', 'tail@r1': 'fresh' },
    ...{ points: 16, max: 22, percent: 72.7, band: 'attention', passed: true },
    tasks: ['cooling', 'act_on_tail'],
    shares: { share_tail: 50 },
  },
  // 4 + 4 + 4 + 3 + 3 + 2 + 3 = 23; water, company and farrier lose 2 each.
  'horse-stable-visit': {
    but: { water: 'three', company: 'see', farrier: 'no', 'trot@r1': 'lame' },
    ...{ points: 17, max: 23, percent: 73.9, band: 'attention', passed: true },
    tasks: ['farrier', 'act_on_lame'],
    shares: { share_lame: 50 },
  },
  // A record: 3 times 4 is a risk of 12, and above 9 is high.
  'incident-near-miss': {
    but: { likely: '3', could_be: '4' },
    ...{ points: 0, max: 0, percent: null },
    tasks: ['risk'],
  },
  // A record: nothing to score.
  'journey-and-arrival': {
    but: { dead: 2 },
    ...{ points: 0, max: 0, percent: null },
    tasks: ['dead'],
  },
  // 4 + 3 + 3 + 3 + 3 + 2 = 18; litter, mites and laying lose 2 each; half of the keels bent is not yet too many.
  'laying-hen-visit': {
    but: { litter: 'capped', mites: 'few', laying_steady: 'no', 'keel@r1': 'bent' },
    ...{ points: 12, max: 18, percent: 66.7, band: 'attention', passed: true },
    tasks: ['laying_steady'],
    shares: { share_keel: 50 },
  },
  // 4 + 4 + 4 + 4 + 3 + 3 + 2 = 24; worn hooks and slings on the floor lose 2 each.
  'lifting-equipment-check': {
    but: { hooks: 'worn', stored: 'no' },
    ...{ points: 20, max: 24, percent: 83.3, band: 'attention', passed: true },
    tasks: ['stored'],
  },
  // A record: nothing to score.
  'medicine-record': {
    but: { marked: 'no' },
    ...{ points: 0, max: 0, percent: null },
    tasks: ['marked'],
  },
  // A record; new animals are asked about only on their way in.
  'movement-entry': {
    but: { direction: 'in', reported: 'no', apart: 'no' },
    ...{ points: 0, max: 0, percent: null },
    tasks: ['reported', 'apart'],
  },
  // 4 + 3 + 2 + 3 + 3 + 2 + 3 + 3 = 23; the lying place loses 2, the fences 2, the losses of lambs 2.
  'sheep-flock-visit': {
    but: { lying: 'damp', fences: 'no', lamb_losses: 12, 'gait@r1': 'lame', 'rear@r2': 'soiled' },
    ...{ points: 17, max: 23, percent: 73.9, band: 'attention', passed: true },
    tasks: ['fences', 'act_on_lame', 'act_on_dirty'],
    shares: { share_lame: 50, share_dirty: 50 },
  },
  // 4 + 3 + 3 + 4 + 3 + 2 + 3 + 4 + 3 + 3 + 3 = 35; bedding loses 2, strangers together 3, 28 °C 1.
  'transport-pre-departure': {
    but: { bedding: 'no', kept_apart: 'no', hottest: 28 },
    ...{ points: 29, max: 35, percent: 82.9, band: 'attention', passed: true },
    tasks: ['bedding', 'kept_apart'],
  },
  // 3 + 4 + 3 + 2 + 2 + 4 + 3 = 21; boots and tools lose 2.
  'vehicle-cleaning': {
    but: { gear: 'no' },
    ...{ points: 19, max: 21, percent: 90.5, band: 'attention', passed: true },
    tasks: ['gear'],
  },
  // 37 with a trailer, 33 without; leaks lose 3, equipment 2.
  'vehicle-walk-round': {
    but: { kind: 'alone', leaks: 'no', kit: 'no' },
    ...{ points: 28, max: 33, percent: 84.8, band: 'attention', passed: true },
    tasks: ['leaks', 'kit'],
  },
  // A pulse has no score and no task.
  'wellbeing-pulse': {
    but: { time_enough: '4', respect: '2', told_early: 'skip' },
    ...{ points: 0, max: 0, percent: null },
    tasks: [],
  },
  // Twenty-one questions give 64; extinguishers lose 3 and are critical, first aid loses 2, facilities 3.
  'workplace-safety-walk': {
    but: { extinguishers: 'no', first_aid: 'incomplete', facilities: ['water', 'toilet'] },
    ...{ points: 56, max: 64, percent: 87.5, band: 'act', passed: false },
    tasks: ['extinguishers'],
  },
  // 4 + 4 + 4 + 3 + 3 + 2 + 2 + 2 + 1 = 25; wear and the place lose 2 each, the manual 1.
  'workshop-machine-check': {
    but: { wear: 'worn', clean_place: 'no', manual: 'no' },
    ...{ points: 20, max: 25, percent: 80, band: 'attention', passed: true },
    tasks: ['clean_place', 'manual'],
  },
}
