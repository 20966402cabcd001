import { animalImports, imports as calls } from '#shared/imports/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { cancelImport, createAndRun, createImport, faultsFile, runImport } from './commands.ts'
import { importJob } from './jobs.ts'
import { accessImport, listLines, presentImport } from './queries.ts'

export const importRoutes = routes(calls, {
  create: ({ type, encoding }, ctx) => createImport(ctx, type, encoding),
  get: async ({ id }, ctx) => presentImport(ctx, await accessImport(ctx, id)),
  run: async ({ id, ...running }, ctx) => runImport(ctx, await accessImport(ctx, id, true), running, importJob),
  lines: async ({ id, ...query }, ctx) => listLines(ctx, await accessImport(ctx, id), query),
  faults: async ({ id }, ctx) => faultsFile(ctx, await accessImport(ctx, id)),
  cancel: async ({ id }, ctx) => {
    await cancelImport(ctx, await accessImport(ctx, id, true))
    return null
  },
})

export const animalImportRoutes = routes(animalImports, {
  animals: (wanted, ctx) => createAndRun(ctx, 'animal', wanted, importJob),
  groups: (wanted, ctx) => createAndRun(ctx, 'animal_group', wanted, importJob),
})
