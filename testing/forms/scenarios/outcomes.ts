import { allScenarios } from './all.ts'
import { type Outcome, play } from './language.ts'

/** What every scenario comes to here, by its name: for comparing one place with another. */
export const outcomes = (): [string, Outcome][] =>
  allScenarios.flatMap(([name, scenarios]) =>
    scenarios.map((scenario): [string, Outcome] => [`${name}: ${scenario.title}`, play(scenario)]),
  )
