/** The features of the app, in the order of the navigation: within a group, places stand as their features do here. */

import { declareScreens, type Screens } from './lib/screens.ts'
import {
  auditScreens,
  companyScreens,
  dashboardScreens,
  inviteScreens,
  legalScreens,
  memberScreens,
  planScreens,
  roleScreens,
  sealsScreens,
  userScreens,
} from './screens/administration.ts'
import {
  fillingScreens,
  guideScreens,
  messagingScreens,
  noticeScreens,
  profileScreens,
  todayScreens,
} from './screens/daily.ts'
import {
  animalGroupScreens,
  animalScreens,
  locationScreens,
  subjectScreens,
  vehicleLogScreens,
  vehicleScreens,
} from './screens/registers.ts'
import {
  caseScreens,
  findingScreens,
  formScreens,
  reportScreens,
  shareScreens,
  submissionScreens,
  taskScreens,
} from './screens/work.ts'

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
