/** So often a text is asked on one connection before it gets a name: what a quiet server asks takes no memory of PostgreSQL's. */
const often = 20
/** So many names a connection has at most: PostgreSQL keeps some dozens of kilobytes for each. */
const maxNames = 60
/** So many texts are counted; among more, none comes often. */
const maxTexts = 500

/** Rows of given values: nothing is looked for that another plan would find sooner. */
const givenValues = /^insert into "\w+" \([^)]*\) values \(/

/** `isPlannedOnce`: one plan is good for all values. */
type Often = { name: string; isPlannedOnce: boolean }

/** What is asked so often on a connection that it is worth a name, and the names. */
export class StatementNames {
  private readonly names = new Map<string, Often>()
  private times = new Map<string, number>()

  /** Counts a text that is about to be sent; its name, once it has one. */
  of(text: string, isPlannedOnce = givenValues.test(text)): Often | undefined {
    const known = this.names.get(text)
    if (known || this.names.size === maxNames) return known
    const times = (this.times.get(text) ?? 0) + 1
    if (times === often) {
      this.times.delete(text)
      this.names.set(text, { name: `often ${this.names.size}`, isPlannedOnce })
      return this.names.get(text)
    }
    if (this.times.size === maxTexts) this.times = new Map()
    this.times.set(text, times)
    return undefined
  }
}
