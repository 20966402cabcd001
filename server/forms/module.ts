import type { Module } from '../lib/module.ts'
import { formAnswers } from './answers.ts'
import { formChannels } from './channels.ts'
import { eraseArchivedForms, eraseArchivedLibrary, eraseUnnamedPictures, eraseUnnamedTables } from './jobs.ts'
import { formListeners } from './listeners.ts'
import { formRoutes } from './routes.ts'

export const forms: Module = {
  routes: formRoutes,
  jobs: [eraseArchivedForms, eraseArchivedLibrary, eraseUnnamedPictures, eraseUnnamedTables],
  channels: formChannels,
  queryProviders: formAnswers,
  listeners: formListeners,
}
