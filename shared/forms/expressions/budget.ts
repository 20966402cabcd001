/**
 * Budget of one evaluation of a form, for all its expressions together, so that no form or answer holds up a phone or
 * the server. A step is one look at a value, a row or a pattern's character (about fifty nanoseconds); letters are
 * those of concatenated texts.
 */
export type Allowance = { readonly steps: number; readonly letters: number }

/** Budget anywhere: a tenth of a second on a server, half a second on a slow phone. More is refused. */
export const wholeAllowance: Allowance = { steps: 2_000_000, letters: 5_000_000 }

/** Budget of the server's main thread; more is evaluated in a thread. */
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

  /** Throws `BudgetExceeded` after too many steps. */
  spend(steps: number): void {
    this.note(steps)
    if (this.steps < 0) throw new BudgetExceeded()
  }

  /** Counts steps of work that must not be interrupted; the next `spend` throws. */
  note(steps: number): void {
    this.steps -= steps
  }

  /** Throws `BudgetExceeded` after too many concatenated letters. */
  write(letters: number): void {
    this.letters -= letters
    if (this.letters < 0) throw new BudgetExceeded()
  }
}
