/** What the page of a place has beside its words, in one piece: what comes one after the other is missing where the signal goes between. */
export { LocationLabels } from './LocationLabels.tsx'
export { LocationStock } from './LocationStock.tsx'
