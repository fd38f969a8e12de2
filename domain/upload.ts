// What is taken of files from outside. The server looks at the bytes; the browser says so before anything is sent.

/** A file may have so many megabytes, whatever it is. */
export const fileMegabytes = 10
/** The same in bytes. */
export const fileBytesMost = fileMegabytes * 1024 * 1024

/** A statement of a bank, or the daily file of a channel, may have so many megabytes: a day of 200,000 payments has about 30. */
export const statementMegabytes = 64
/** The same in bytes. */
export const statementBytesMost = statementMegabytes * 1024 * 1024

/** Endings of pictures that every browser and phone makes. */
export const pictureEndings = ['jpg', 'jpeg', 'png', 'webp'] as const
/** Endings of what proves something: a document or a picture of one. */
export const evidenceEndings = ['pdf', ...pictureEndings] as const

/** A ZIP of scans may have so many megabytes, and several may be added to a list. */
export const archiveMegabytes = 50
/** The same in bytes. */
export const archiveBytesMost = archiveMegabytes * 1024 * 1024
/** What all files of such a ZIP may come to, unpacked. */
export const archiveUnpackedMegabytes = 200
