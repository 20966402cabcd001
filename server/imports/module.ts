import { animalImports, imports as calls, registerExports } from '#shared/imports/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import {
  cancelImport,
  createAndRun,
  createImport,
  faultsFile,
  type ReadableFile,
  readImport,
  runImport,
} from './commands.ts'
import { exportRegister } from './exporting.ts'
import { forgetImportLines, importJob, workImports } from './jobs.ts'
import { accessImport, listLines, presentImport } from './queries.ts'

const importRoutes = routes(calls, {
  create: {
    prepare: ({ type, encoding }, ctx) => readImport(ctx, type, encoding),
    handle: ({ type }, ctx, file: ReadableFile) => createImport(ctx, type, file),
  },
  get: async ({ id }, ctx) => presentImport(ctx, await accessImport(ctx, id)),
  run: async ({ id, ...running }, ctx) => runImport(ctx, await accessImport(ctx, id, true), running, importJob),
  lines: async ({ id, ...query }, ctx) => listLines(ctx, await accessImport(ctx, id), query),
  faults: async ({ id }, ctx) => faultsFile(ctx, await accessImport(ctx, id)),
  cancel: async ({ id }, ctx) => {
    await cancelImport(ctx, await accessImport(ctx, id, true))
    return null
  },
})

const animalImportRoutes = routes(animalImports, {
  animals: {
    prepare: ({ encoding }, ctx) => readImport(ctx, 'animal', encoding),
    handle: ({ dryRun }, ctx, file: ReadableFile) => createAndRun(ctx, 'animal', { dryRun, file }, importJob),
  },
  groups: {
    prepare: ({ encoding }, ctx) => readImport(ctx, 'animal_group', encoding),
    handle: ({ dryRun }, ctx, file: ReadableFile) => createAndRun(ctx, 'animal_group', { dryRun, file }, importJob),
  },
})

/**
 * Imports into these registers, and exports of them: lines are carried out and rows are read by what answers their
 * calls.
 */
export function importsInto(registers: Module[]): Module {
  const registerCalls = {
    routes: registers.flatMap(({ routes = [] }) => routes),
    many: new Map(registers.flatMap(({ many = [] }) => many)),
  }
  return {
    routes: [
      ...importRoutes,
      ...animalImportRoutes,
      ...routes(registerExports, {
        stream: (wanted, ctx) => exportRegister(ctx, registerCalls.routes, wanted),
        animals: (wanted, ctx) => exportRegister(ctx, registerCalls.routes, { ...wanted, type: 'animal' }),
        groups: (wanted, ctx) => exportRegister(ctx, registerCalls.routes, { ...wanted, type: 'animal_group' }),
      }),
    ],
    jobs: [workImports(registerCalls) as never, forgetImportLines],
  }
}
