import { erasing } from '../lib/erasing.ts'
import { animalGroups } from './table.ts'

export const eraseArchivedAnimalGroups = erasing('animal-groups', animalGroups)
