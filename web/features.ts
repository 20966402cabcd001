/** The features of the app, in the order of the navigation: within a group, places stand as their features do here. */
import { animalGroupScreens } from './animal-groups/screens.ts'
import { animalScreens } from './animals/screens.ts'
import { auditScreens } from './audit/screens.ts'
import { caseScreens } from './cases/screens.ts'
import { companyScreens } from './companies/screens.ts'
import { dashboardScreens } from './dashboard/screens.ts'
import { fillingScreens } from './filling/screens.ts'
import { findingScreens } from './findings/screens.ts'
import { formScreens } from './forms/screens.ts'
import { guideScreens } from './guides/screens.ts'
import { legalScreens } from './legal/screens.ts'
import { declareScreens, type Screens } from './lib/screens.ts'
import { locationScreens } from './locations/screens.ts'
import { inviteScreens, memberScreens } from './members/screens.ts'
import { messagingScreens } from './messaging/screens.ts'
import { noticeScreens } from './notifications/screens.ts'
import { planScreens } from './plans/screens.ts'
import { profileScreens } from './profile/screens.ts'
import { subjectScreens } from './registers/screens.ts'
import { reportScreens } from './reports/screens.ts'
import { roleScreens } from './roles/screens.ts'
import { sealsScreens } from './seals/screens.ts'
import { shareScreens } from './shares/screens.ts'
import { submissionScreens } from './submissions/screens.ts'
import { taskScreens } from './tasks/screens.ts'
import { todayScreens } from './today/screens.ts'
import { userScreens } from './users/screens.ts'
import { vehicleLogScreens } from './vehicle-log/screens.ts'
import { vehicleScreens } from './vehicles/screens.ts'

export const features = [
  todayScreens,
  fillingScreens,
  messagingScreens,
  taskScreens,
  findingScreens,
  formScreens,
  guideScreens,
  submissionScreens,
  reportScreens,
  shareScreens,
  caseScreens,
  animalScreens,
  animalGroupScreens,
  locationScreens,
  vehicleScreens,
  vehicleLogScreens,
  subjectScreens,
  dashboardScreens,
  companyScreens,
  memberScreens,
  inviteScreens,
  roleScreens,
  userScreens,
  planScreens,
  auditScreens,
  sealsScreens,
  legalScreens,
  noticeScreens,
  profileScreens,
] as const satisfies readonly Screens[]

declareScreens(features)
