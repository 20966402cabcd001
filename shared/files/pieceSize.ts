/** What a larger file is sent in, so that after a cut only the piece that was on its way is sent anew. */
export const pieceSize = 512 * 1024
