import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Returns all texts of a workbook's parts. */
export async function textsOf(bytes: Uint8Array): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  let text = ''
  for await (const entry of zip.eachEntry()) text += (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return text
}
