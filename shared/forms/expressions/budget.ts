/**
 * What one evaluation of a form may cost: one budget for all its expressions together, so that no form, however its parts are put
 * together, and no answer holds up a phone or the server. A step is a glance at a value, a row or a letter of a pattern: about fifty
 * nanoseconds. Letters are those of texts that expressions put together.
 */
export type Allowance = { readonly steps: number; readonly letters: number }

/** What a form may cost anywhere: a tenth of a second on a server, half a second on a slow phone. Whatever needs more is refused. */
export const wholeAllowance: Allowance = { steps: 2_000_000, letters: 5_000_000 }

/** What a server works out between two requests; whatever needs more is worked out apart. */
export const briefAllowance: Allowance = { steps: 200_000, letters: 500_000 }

/** Thrown when the budget is used up. */
export class BudgetExceeded extends Error {
  constructor() {
    super('An evaluation took too many steps.')
  }
}

export class Budget {
  private steps: number
  private letters: number

  constructor({ steps, letters }: Allowance = wholeAllowance) {
    this.steps = steps
    this.letters = letters
  }

  /** Throws `BudgetExceeded` once there were too many. */
  spend(steps: number): void {
    this.note(steps)
    if (this.steps < 0) throw new BudgetExceeded()
  }

  /** Counts steps of work that must not break off in the middle; whoever spends next is told. */
  note(steps: number): void {
    this.steps -= steps
  }

  /** Throws `BudgetExceeded` once texts of too many letters were put together. */
  write(letters: number): void {
    this.letters -= letters
    if (this.letters < 0) throw new BudgetExceeded()
  }
}
