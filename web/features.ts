/** The features of the app, in the order of the navigation: navigation items keep the order of their features. */

import { declareFeatures, type Feature } from './lib/feature.ts'
import {
  auditFeature,
  companyFeature,
  dashboardFeature,
  healthFeature,
  inviteFeature,
  keyFeature,
  legalFeature,
  memberFeature,
  passFeature,
  planFeature,
  roleFeature,
  sealsFeature,
  ssoFeature,
  userFeature,
} from './screens/administration.ts'
import {
  fillingFeature,
  guideFeature,
  messagingFeature,
  noticeFeature,
  profileFeature,
  todayFeature,
} from './screens/daily.ts'
import {
  animalFeature,
  animalGroupFeature,
  locationFeature,
  subjectFeature,
  vehicleFeature,
  vehicleLogFeature,
} from './screens/registers.ts'
import {
  caseFeature,
  findingFeature,
  formFeature,
  reportFeature,
  shareFeature,
  submissionFeature,
  taskFeature,
} from './screens/work.ts'

export const features = [
  todayFeature,
  fillingFeature,
  messagingFeature,
  taskFeature,
  findingFeature,
  formFeature,
  guideFeature,
  submissionFeature,
  reportFeature,
  shareFeature,
  caseFeature,
  animalFeature,
  animalGroupFeature,
  locationFeature,
  vehicleFeature,
  vehicleLogFeature,
  subjectFeature,
  dashboardFeature,
  companyFeature,
  memberFeature,
  inviteFeature,
  roleFeature,
  keyFeature,
  ssoFeature,
  passFeature,
  userFeature,
  planFeature,
  auditFeature,
  sealsFeature,
  legalFeature,
  healthFeature,
  noticeFeature,
  profileFeature,
] as const satisfies readonly Feature[]

declareFeatures(features)
