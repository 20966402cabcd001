/** Size of a piece of a larger file; a dropped connection costs one piece. */
export const pieceSize = 512 * 1024
