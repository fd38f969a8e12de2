/**
 * Returns the first file that the browser can no longer read: changed on disk, moved, deleted, or locked. The browser
 * reports such an upload as a lost connection (net::ERR_UPLOAD_FILE_CHANGED). Only reading the file shows the cause
 * (NotReadableError).
 */
export async function findUnreadableFile(values: Iterable<unknown>): Promise<Blob | null> {
  for (const value of values) {
    if (!(value instanceof Blob)) continue
    try {
      // One byte is enough: the browser checks the whole file for changes.
      await value.slice(0, 1).arrayBuffer()
    } catch {
      return value
    }
  }
  return null
}
