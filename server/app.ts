/** The composer of the server: the one place that lists the nouns. What each brings stands in its `noun.ts`. */
import { actions } from './actions/noun.ts'
import { animalEvents } from './animal-events/noun.ts'
import { animalGroups } from './animal-groups/noun.ts'
import { animals } from './animals/noun.ts'
import { audit } from './audit/noun.ts'
import { auth } from './auth/noun.ts'
import { books } from './books/noun.ts'
import { cases } from './cases/noun.ts'
import { companies } from './companies/noun.ts'
import { dashboard } from './dashboard/noun.ts'
import { documents } from './documents/noun.ts'
import { files } from './files/noun.ts'
import { findings } from './findings/noun.ts'
import { forms } from './forms/noun.ts'
import { guides } from './guides/noun.ts'
import { importsInto } from './imports/noun.ts'
import { invites } from './invites/noun.ts'
import { legal } from './legal/noun.ts'
import type { Module } from './lib/noun.ts'
import { locations } from './locations/noun.ts'
import { me } from './me/noun.ts'
import { messaging } from './messaging/noun.ts'
import { notices } from './notices/noun.ts'
import { papers } from './papers/noun.ts'
import { plans } from './plans/noun.ts'
import { publicLinks } from './public-links/noun.ts'
import { reports } from './reports/noun.ts'
import { shares } from './reports/shares/noun.ts'
import { roles } from './roles/noun.ts'
import { samples } from './samples/noun.ts'
import { sealing } from './sealing/noun.ts'
import { search } from './search/noun.ts'
import { subjects } from './subjects/noun.ts'
import { submissionExports } from './submissions/exports/noun.ts'
import { submissions } from './submissions/noun.ts'
import { reviews } from './submissions/reviews/noun.ts'
import { system } from './system/noun.ts'
import { feeds } from './tasks/feed/noun.ts'
import { helpers } from './tasks/helpers/noun.ts'
import { tasks } from './tasks/noun.ts'
import { timeline } from './timeline/noun.ts'
import { today } from './today/noun.ts'
import { users } from './users/noun.ts'
import { vehicleLog } from './vehicle-log/noun.ts'
import { vehicles } from './vehicles/noun.ts'
import { views } from './views/noun.ts'
import { workers } from './workers/noun.ts'

/** What lists, imports and tasks treat alike. */
const registers = [locations, vehicles, animalGroups, animals]

export const modules: Module[] = [
  notices,
  users,
  auth,
  workers,
  me,
  actions,
  audit,
  companies,
  invites,
  roles,
  plans,
  legal,
  system,
  sealing,
  files,
  documents,
  subjects,
  ...registers,
  papers,
  animalEvents,
  importsInto(registers),
  books,
  forms,
  publicLinks,
  submissions,
  reviews,
  cases,
  submissionExports,
  tasks,
  vehicleLog,
  feeds,
  helpers,
  findings,
  messaging,
  guides,
  reports,
  shares,
  views,
  samples,
  dashboard,
  timeline,
  search,
  today,
]
