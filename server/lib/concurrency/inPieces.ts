/** What comes one after the other as arrays of this length; the last one may be shorter. */
export async function* inPieces<Item>(items: AsyncIterable<Item>, length: number): AsyncGenerator<Item[]> {
  let piece: Item[] = []
  for await (const item of items) {
    if (piece.push(item) < length) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
