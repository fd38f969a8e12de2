// Limits of uploads. The browser checks them before sending. The server also checks the content.

export const maxFileMegabytes = 10
export const maxFileBytes = maxFileMegabytes * 1024 * 1024

/** Maximum size of a bank statement or daily channel file in MB. The file for 200,000 payments has about 30 MB. */
export const maxStatementMegabytes = 64
export const maxStatementBytes = maxStatementMegabytes * 1024 * 1024

/** Picture formats that every browser and phone produces. */
export const pictureEndings = ['jpg', 'jpeg', 'png', 'webp'] as const
/** Formats of supporting documents. */
export const evidenceEndings = ['pdf', ...pictureEndings] as const

/** Maximum size of one ZIP of scans in MB. A list can have several ZIPs. */
export const maxArchiveMegabytes = 50
export const maxArchiveBytes = maxArchiveMegabytes * 1024 * 1024
/** Maximum unpacked size of all files in a ZIP, in MB. */
export const maxUnpackedMegabytes = 200
