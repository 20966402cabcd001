/**
 * Lists the features of the server, each with its parts in its `module.ts`. The order is that in which listeners of an
 * event react and query ports are answered.
 */

import { legalModule } from './accounts/legal.ts'
import { accountsModule } from './accounts/module.ts'
import { actionsModule } from './actions/module.ts'
import { animalEventsModule } from './animals/events.ts'
import { animalGroupsModule } from './animals/groups.ts'
import { animalsModule } from './animals/module.ts'
import { auditModule } from './audit/module.ts'
import { booksModule } from './books/module.ts'
import { casesModule } from './cases/module.ts'
import { certificatesModule } from './certificates/module.ts'
import { companiesModule } from './companies/module.ts'
import { dashboardModule } from './dashboard/module.ts'
import { documentsModule } from './documents/module.ts'
import { filesModule } from './files/module.ts'
import { findingsModule } from './findings/module.ts'
import { formsModule } from './forms/module.ts'
import { guidesModule } from './guides/module.ts'
import { importsInto } from './imports/module.ts'
import { locationsModule } from './locations/module.ts'
import { messagingModule } from './messaging/module.ts'
import type { Module } from './module.ts'
import { notificationsModule } from './notifications/module.ts'
import { passesModule } from './passes/module.ts'
import { passWritingModule } from './passes/writing/module.ts'
import { provisioningModule } from './provisioning/module.ts'
import { publicLinksModule } from './public-links/module.ts'
import { reportsModule } from './reports/module.ts'
import { sharesModule } from './reports/shares/module.ts'
import { samplesModule } from './samples/module.ts'
import { sealingModule } from './sealing/module.ts'
import { searchModule } from './search/module.ts'
import { subjectsModule } from './subjects/module.ts'
import { exportsModule } from './submissions/exports/module.ts'
import { submissionsModule } from './submissions/module.ts'
import { reviewsModule } from './submissions/reviews/module.ts'
import { systemModule } from './system/module.ts'
import { externalHelpersModule } from './tasks/external-helpers/module.ts'
import { feedsModule } from './tasks/feed/module.ts'
import { tasksModule } from './tasks/module.ts'
import { timelineModule } from './timeline/module.ts'
import { todayModule } from './today/module.ts'
import { vehicleLogModule } from './vehicle-log/module.ts'
import { vehiclesModule } from './vehicles/module.ts'
import { viewsModule } from './views/module.ts'
import { webhooksOf } from './webhooks/module.ts'

/** What lists, imports and tasks treat alike. */
const registers = [locationsModule, vehiclesModule, animalGroupsModule, animalsModule]

const features: Module[] = [
  notificationsModule,
  accountsModule,
  actionsModule,
  auditModule,
  companiesModule,
  provisioningModule,
  legalModule,
  systemModule,
  sealingModule,
  filesModule,
  documentsModule,
  subjectsModule,
  ...registers,
  certificatesModule,
  animalEventsModule,
  importsInto(registers),
  booksModule,
  formsModule,
  publicLinksModule,
  submissionsModule,
  reviewsModule,
  casesModule,
  exportsModule,
  tasksModule,
  vehicleLogModule,
  feedsModule,
  externalHelpersModule,
  findingsModule,
  messagingModule,
  guidesModule,
  reportsModule,
  sharesModule,
  passesModule,
  passWritingModule,
  viewsModule,
  samplesModule,
  dashboardModule,
  timelineModule,
  searchModule,
  todayModule,
]

/** Webhooks send what the calls of the others answer. */
export const modules: Module[] = [...features, webhooksOf(features)]
