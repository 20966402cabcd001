/** The composer of the server: the one place that lists the features. What each brings stands in its `module.ts`. */
import { accounts } from './accounts/module.ts'
import { actions } from './actions/module.ts'
import { animalEvents } from './animal-events/module.ts'
import { animalGroups } from './animal-groups/module.ts'
import { animals } from './animals/module.ts'
import { audit } from './audit/module.ts'
import { books } from './books/module.ts'
import { cases } from './cases/module.ts'
import { companies } from './companies/module.ts'
import { dashboard } from './dashboard/module.ts'
import { documents } from './documents/module.ts'
import { filesModule } from './files/module.ts'
import { findingsModule } from './findings/module.ts'
import { formsModule } from './forms/module.ts'
import { guidesModule } from './guides/module.ts'
import { importsInto } from './imports/module.ts'
import { legal } from './legal/module.ts'
import type { Module } from './lib/module.ts'
import { locations } from './locations/module.ts'
import { messaging } from './messaging/module.ts'
import { notices } from './notices/module.ts'
import { papers } from './papers/module.ts'
import { publicLinksModule } from './public-links/module.ts'
import { reportsModule } from './reports/module.ts'
import { sharesModule } from './reports/shares/module.ts'
import { samples } from './samples/module.ts'
import { sealingModule } from './sealing/module.ts'
import { search } from './search/module.ts'
import { subjects } from './subjects/module.ts'
import { exportsModule } from './submissions/exports/module.ts'
import { submissionsModule } from './submissions/module.ts'
import { reviewsModule } from './submissions/reviews/module.ts'
import { system } from './system/module.ts'
import { externalHelpers } from './tasks/external-helpers/module.ts'
import { feeds } from './tasks/feed/module.ts'
import { tasks } from './tasks/module.ts'
import { timeline } from './timeline/module.ts'
import { today } from './today/module.ts'
import { vehicleLog } from './vehicle-log/module.ts'
import { vehicles } from './vehicles/module.ts'
import { views } from './views/module.ts'

/** What lists, imports and tasks treat alike. */
const registers = [locations, vehicles, animalGroups, animals]

export const modules: Module[] = [
  notices,
  accounts,
  actions,
  audit,
  companies,
  legal,
  system,
  sealingModule,
  filesModule,
  documents,
  subjects,
  ...registers,
  papers,
  animalEvents,
  importsInto(registers),
  books,
  formsModule,
  publicLinksModule,
  submissionsModule,
  reviewsModule,
  cases,
  exportsModule,
  tasks,
  vehicleLog,
  feeds,
  externalHelpers,
  findingsModule,
  messaging,
  guidesModule,
  reportsModule,
  sharesModule,
  views,
  samples,
  dashboard,
  timeline,
  search,
  today,
]
