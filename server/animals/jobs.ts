import { erasing } from '../lib/erasing.ts'
import { animals } from './table.ts'

export const eraseArchivedAnimals = erasing('animals', animals)
