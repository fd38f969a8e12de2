// Limits of uploads. The server checks the content; the browser checks these before it sends anything.

/** Maximum size of a file in MB. */
export const fileMegabytes = 10
export const maxFileBytes = fileMegabytes * 1024 * 1024

/** Maximum size of a bank statement or daily channel file in MB. A day of 200,000 payments has about 30. */
export const statementMegabytes = 64
export const maxStatementBytes = statementMegabytes * 1024 * 1024

/** Picture formats that every browser and phone produces. */
export const pictureEndings = ['jpg', 'jpeg', 'png', 'webp'] as const
/** Formats of supporting documents. */
export const evidenceEndings = ['pdf', ...pictureEndings] as const

/** Maximum size of one ZIP of scans in MB. A list can have several. */
export const archiveMegabytes = 50
export const maxArchiveBytes = archiveMegabytes * 1024 * 1024
/** Maximum unpacked size of all files in a ZIP, in MB. */
export const archiveUnpackedMegabytes = 200
