import { animalImports, imports as calls, registerExports } from '#shared/imports/contract.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
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
import { importIsolation } from './table.ts'
import { correctLines, undoImport } from './undo.ts'

const prepareImport = ({ type, encoding }: HandlerInput<typeof calls.create>, ctx: Context) =>
  readImport(ctx, type, encoding)

/** Begins an import. */
export const createImportOfFile: Handler<typeof calls.create, ReadableFile> = ({ type }, ctx, file) =>
  createImport(ctx, type, file)

/** Returns the progress of an import. */
export const getImport: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentImport(ctx, await accessImport(ctx, id))

/** Runs an import, or tries it. */
export const startImport: Handler<typeof calls.run> = async ({ id, ...running }, ctx) =>
  runImport(ctx, await accessImport(ctx, id, true), running, importJob)

/** Lists the lines of an import. */
export const getImportLines: Handler<typeof calls.lines> = async ({ id, ...query }, ctx) =>
  listLines(ctx, await accessImport(ctx, id), query)

/** Downloads the faulty lines of an import. */
export const getFaultsFile: Handler<typeof calls.faults> = async ({ id }, ctx) =>
  faultsFile(ctx, await accessImport(ctx, id))

/** Cancels an import. */
export const deleteImport: Handler<typeof calls.cancel> = async ({ id }, ctx) => {
  await cancelImport(ctx, await accessImport(ctx, id, true))
  return null
}

/** Corrects cells of an import. */
export const correctImport: Handler<typeof calls.correct> = async ({ id, ...correction }, ctx) =>
  correctLines(ctx, await accessImport(ctx, id, true), correction)

/** Undoes an import. */
export const revertImport: Handler<typeof calls.undo> = async ({ id }, ctx) =>
  undoImport(ctx, await accessImport(ctx, id, true), importJob)

const importRoutes = routes(calls, {
  create: { prepare: prepareImport, handle: createImportOfFile, isLong: true },
  get: getImport,
  run: startImport,
  lines: getImportLines,
  faults: getFaultsFile,
  correct: correctImport,
  undo: revertImport,
  cancel: deleteImport,
})

const prepareAnimals = ({ encoding }: HandlerInput<typeof animalImports.animals>, ctx: Context) =>
  readImport(ctx, 'animal', encoding)

/** Imports animals. */
export const importAnimals: Handler<typeof animalImports.animals, ReadableFile> = ({ dryRun }, ctx, file) =>
  createAndRun(ctx, 'animal', { dryRun, file }, importJob)

const prepareGroups = ({ encoding }: HandlerInput<typeof animalImports.groups>, ctx: Context) =>
  readImport(ctx, 'animal_group', encoding)

/** Imports groups of animals. */
export const importGroups: Handler<typeof animalImports.groups, ReadableFile> = ({ dryRun }, ctx, file) =>
  createAndRun(ctx, 'animal_group', { dryRun, file }, importJob)

const animalImportRoutes = routes(animalImports, {
  animals: { prepare: prepareAnimals, handle: importAnimals, isLong: true },
  groups: { prepare: prepareGroups, handle: importGroups, isLong: true },
})

/** Imports into these registers, and exports of them, by the handlers of their own calls. */
export function importsInto(registers: Module[]): Module {
  const registerCalls = {
    routes: registers.flatMap(({ routes = [] }) => routes),
    many: new Map(registers.flatMap(({ many = [] }) => many)),
  }
  const getRegisterFile: Handler<typeof registerExports.stream> = (wanted, ctx) =>
    exportRegister(ctx, registerCalls.routes, wanted)
  const getAnimalsFile: Handler<typeof registerExports.animals> = (wanted, ctx) =>
    exportRegister(ctx, registerCalls.routes, { ...wanted, type: 'animal' })
  const getGroupsFile: Handler<typeof registerExports.groups> = (wanted, ctx) =>
    exportRegister(ctx, registerCalls.routes, { ...wanted, type: 'animal_group' })
  return {
    isolation: importIsolation,
    routes: [
      ...importRoutes,
      ...animalImportRoutes,
      ...routes(registerExports, {
        stream: getRegisterFile,
        animals: getAnimalsFile,
        groups: getGroupsFile,
      }),
    ],
    jobs: [workImports(registerCalls) as never, forgetImportLines],
  }
}
