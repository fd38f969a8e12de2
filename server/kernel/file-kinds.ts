const kinds = {
  pdf: { mediaType: 'application/pdf', magic: [[0x25, 0x50, 0x44, 0x46, 0x2d]] },
  png: { mediaType: 'image/png', magic: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]] },
  jpeg: { mediaType: 'image/jpeg', magic: [[0xff, 0xd8, 0xff]] },
} as const

/** The media type of a file by its first bytes, whatever its name says; null when it is none of the kinds that are taken. */
export function kindOf(bytes: Uint8Array, wanted: readonly (keyof typeof kinds)[]): string | null {
  const kind = wanted.find((each) => kinds[each].magic.some((magic) => magic.every((byte, at) => bytes[at] === byte)))
  return kind ? kinds[kind].mediaType : null
}
