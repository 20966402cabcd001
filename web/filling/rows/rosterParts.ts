/** What a roster of animals needs beside its rows, in one piece. */
export { AnimalRows } from './AnimalRows.tsx'
export { FindRow } from './FindRow.tsx'
