/**
 * Aborts the transactions of a page that WebKit puts into its back/forward cache, because other pages would wait for
 * them without an end (docs/decisions/0089). `inDatabase` repeats the work when the page comes back.
 */
const running = new Set<IDBTransaction>()
let isAtRest = false
/** WebKit's vendor on every system; no other engine names it. */
const webKitVendor = 'Apple Computer, Inc.'

/** Watches all transactions of this page, whichever library begins them. To be called before a database is opened. */
export function abortTransactionsAtRest(): void {
  // Other engines commit running transactions.
  if (navigator.vendor !== webKitVendor) return
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...given) {
    return watched(begin.apply(this, given))
  }
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given)
    request.addEventListener('upgradeneeded', () => request.transaction && watched(request.transaction))
    return request
  }
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return
    isAtRest = true
    for (const transaction of running) abort(transaction)
  })
  addEventListener('pageshow', () => {
    isAtRest = false
  })
}

function watched(transaction: IDBTransaction): IDBTransaction {
  running.add(transaction)
  const forget = () => running.delete(transaction)
  transaction.addEventListener('complete', forget)
  transaction.addEventListener('abort', forget)
  // `visibilitychange` follows `pagehide`, and its listeners begin transactions.
  if (isAtRest) abort(transaction)
  return transaction
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has just been committed.
  }
}
