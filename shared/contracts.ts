/** All calls of tend by feature: what the server serves, the browser calls and /api/openapi.json describes. */

import { auth } from './accounts/contract.ts'
import { keys } from './accounts/keys.ts'
import { me } from './accounts/me.ts'
import { passkeys } from './accounts/passkeys.ts'
import { restores } from './accounts/restores.ts'
import { sso } from './accounts/sso.ts'
import { users } from './accounts/users.ts'
import { workers } from './accounts/workers.ts'
import { actions } from './actions/contract.ts'
import { animalEvents, groupEvents } from './animal-events/contract.ts'
import { animalGroups, animals } from './animals/contract.ts'
import { auditLog } from './audit/contract.ts'
import { cases } from './cases/contract.ts'
import { publicCases } from './cases/publicCase.ts'
import { papers } from './certificates/contract.ts'
import { companies } from './companies/contract.ts'
import { invites } from './companies/invites.ts'
import { plans } from './companies/plans.ts'
import { roles } from './companies/roles.ts'
import { dashboard } from './dashboard/contract.ts'
import { books, documents } from './documents/contract.ts'
import { exports } from './exports/contract.ts'
import { feeds } from './feeds/contract.ts'
import { files } from './files/contract.ts'
import { findings } from './findings/contract.ts'
import { forms } from './forms/contract.ts'
import { publicLinks } from './forms/public/publicLink.ts'
import { guides } from './guides/contract.ts'
import { helpers } from './helpers/contract.ts'
import { animalImports, imports, registerExports } from './imports/contract.ts'
import { legal } from './legal/contract.ts'
import { locations, mapPicture, placeTree } from './locations/contract.ts'
import { messaging } from './messaging/contract.ts'
import { notices } from './notifications/contract.ts'
import { passes } from './passes/contract.ts'
import { passFollowUps } from './passes/followUp.ts'
import { passPacks, passPagePacks } from './passes/packs.ts'
import { passPages } from './passes/passPage.ts'
import { passWriting } from './passes/passWriting.ts'
import { passRequestPages, passRequests } from './passes/requests.ts'
import { passTemplates } from './passes/templates.ts'
import { provisioning } from './provisioning/contract.ts'
import { publicForms } from './public-links/publicForm.ts'
import { reportSchedules, reports } from './reports/contract.ts'
import { reviews } from './reviews/contract.ts'
import { samples } from './samples/contract.ts'
import { sealing, submissionSeals } from './sealing/contract.ts'
import { search } from './search/contract.ts'
import { shares } from './shares/contract.ts'
import { sharedPages } from './shares/sharedPage.ts'
import { registerNames } from './subjects/contract.ts'
import { submissions } from './submissions/contract.ts'
import { corrections } from './submissions/corrections.ts'
import { system } from './system/contract.ts'
import { health } from './system/health.ts'
import { tasks } from './tasks/contract.ts'
import { timeline } from './timeline/contract.ts'
import { today } from './today/contract.ts'
import { vehicleLog } from './vehicle-log/contract.ts'
import { vehicles } from './vehicles/contract.ts'
import { views } from './views/contract.ts'
import { webhooks } from './webhooks/contract.ts'

export const contracts = {
  auth,
  restores,
  workers,
  keys,
  webhooks,
  sso,
  provisioning,
  me,
  passkeys,
  users,
  actions,
  auditLog,
  legal,
  system,
  health,
  sealing,
  companies,
  invites,
  roles,
  plans,
  locations,
  placeTree,
  mapPicture,
  papers,
  vehicles,
  vehicleLog,
  animalGroups,
  animals,
  animalEvents,
  groupEvents,
  imports,
  animalImports,
  registerExports,
  registerNames,
  books,
  files,
  documents,
  forms,
  publicLinks,
  publicForms,
  submissions,
  reviews,
  cases,
  publicCases,
  corrections,
  exports,
  submissionSeals,
  findings,
  tasks,
  feeds,
  helpers,
  messaging,
  guides,
  reports,
  reportSchedules,
  shares,
  sharedPages,
  passes,
  passPacks,
  passPagePacks,
  passTemplates,
  passPages,
  passWriting,
  passFollowUps,
  passRequests,
  passRequestPages,
  samples,
  dashboard,
  timeline,
  search,
  today,
  notices,
  views,
}

/**
 * Calls of single lazy pages (`web/administrationApi.ts`), and those that pages without an account make in their own
 * way: every browser loads the table of the others.
 */
export const rarelyCalled = [
  ...([
    'keys',
    'passkeys',
    'webhooks',
    'sso',
    'provisioning',
    'sealing',
    'legal',
    'dashboard',
    'books',
    'feeds',
    'samples',
    'passes',
    'passPacks',
    'passTemplates',
    'passRequests',
  ] as const),
  ...([
    'restores',
    'animalImports',
    'publicForms',
    'publicCases',
    'sharedPages',
    'passPages',
    'passPagePacks',
    'passRequestPages',
    'passWriting',
    'passFollowUps',
  ] as const),
] as const
